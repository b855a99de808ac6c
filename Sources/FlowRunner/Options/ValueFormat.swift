package import ArgumentParser
package import FlowResults
import Foundation
package import PlainText
import Workloads

/// The notation of an option's values: how they are parsed, and what the help says about them.
///
/// Errors name no option, because the parser knows its name: see `PlanError.init(parser:)`.
package struct ValueFormat<Value: Sendable>: Sendable {
  /// The bounds, as the help states them; empty if there are none.
  var bounds = ""
  /// All values, for completion; empty if they cannot be listed.
  var choices: [String] = []
  let parse: @Sendable (_ text: String) throws -> Value

  /// Several values, separated by commas.
  package var list: ValueFormat<[Value]> {
    let parse = parse
    return ValueFormat<[Value]>(bounds: bounds, choices: choices) { text in
      let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      guard parts.count == 1 || !parts.contains("") else {
        throw PlanError.invalid(
          option: "", rule: "must be values with one comma between two", value: "'\(text)'")
      }
      return try parts.map { try parse($0.trimmingCharacters(in: .whitespaces)) }
    }
  }

  fileprivate func help(
    _ meaning: String, _ valueName: String, default standard: String,
    _ visibility: ArgumentVisibility
  ) -> ArgumentHelp {
    let parts = [meaning, bounds, standard.isEmpty ? "" : "default: \(standard)"]
    return ArgumentHelp(
      "\(parts.filter { !$0.isEmpty }.joined(separator: "; ")).", valueName: valueName,
      visibility: visibility)
  }

  fileprivate var completion: CompletionKind? { choices.isEmpty ? nil : .list(choices) }
}

extension Option {
  /// An option that is `nil` unless given.
  ///
  /// - Parameters:
  ///   - name: Its name, if that is not the property's.
  ///   - format: The notation of its values.
  ///   - valueName: The placeholder for the value in the help.
  ///   - meaning: The meaning, to which the help adds bounds and default.
  ///   - standard: The default in words; empty if the meaning states it.
  ///   - visibility: The kinds of help that list the option.
  package init<T: Sendable>(
    name: NameSpecification = .long, _ format: ValueFormat<T>, _ valueName: String,
    _ meaning: String, default standard: String = "", visibility: ArgumentVisibility = .default
  ) where Value == T? {
    self.init(
      name: name, help: format.help(meaning, valueName, default: standard, visibility),
      completion: format.completion, transform: format.parse)
  }

  /// An option with a default value.
  package init(
    wrappedValue: Value, name: NameSpecification = .long, _ format: ValueFormat<Value>,
    _ valueName: String, _ meaning: String, visibility: ArgumentVisibility = .default
  ) where Value: Sendable {
    self.init(
      wrappedValue: wrappedValue, name: name,
      help: format.help(meaning, valueName, default: plainText(wrappedValue), visibility),
      completion: format.completion, transform: format.parse)
  }

  /// An option that may be given repeatedly.
  package init<T: Sendable>(
    wrappedValue: [T], name: NameSpecification = .long, repeated format: ValueFormat<T>,
    _ valueName: String, _ meaning: String
  ) where Value == [T] {
    self.init(
      wrappedValue: wrappedValue, name: name, parsing: .singleValue,
      help: format.help(meaning, valueName, default: "", .default),
      completion: format.completion, transform: format.parse)
  }
}

extension PlanError {
  /// The error that a message of the parser is about.
  ///
  /// - Returns: `nil` unless the message quotes an error of a `ValueFormat`.
  package init?(parser message: String) {
    let pattern = /(?s)^The value '.*' is invalid for '(--[^' ]+)[^']*': : (.*)$/
    guard let match = message.wholeMatch(of: pattern) else { return nil }
    self = .refused(option: String(match.1), reason: String(match.2))
  }
}

extension ParsableArguments {
  /// Parses arguments as the command line does.
  package static func parsed(_ arguments: [String]) throws(PlanError) -> Self {
    do { return try parse(arguments) } catch {
      let message = message(for: error)
      throw PlanError(parser: message) ?? .refused(option: "arguments", reason: message)
    }
  }
}

// MARK: - Formats

extension ValueFormat where Value == String {
  /// The text itself, which must not be empty.
  package static var text: Self {
    ValueFormat { text in
      guard !text.isEmpty else {
        throw PlanError.refused(option: "", reason: "must not be empty")
      }
      return text
    }
  }

  /// The text of an expression that `NameFilter` accepts.
  package static var expression: Self {
    ValueFormat { text in
      _ = try NameFilter(text, option: "")
      return text
    }
  }

  /// One of some words.
  package static func choice(_ choices: [String], kind: String) -> Self {
    ValueFormat(choices: choices) { text in
      guard choices.contains(text) else {
        throw PlanError.unknown(option: "", kind: kind, name: text, known: choices)
      }
      return text
    }
  }
}

extension ValueFormat where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  /// A case of an enumeration.
  package static func choice(kind: String) -> Self {
    let known = Value.allCases.map(\.rawValue)
    return ValueFormat(choices: known) { text in
      guard let value = Value(rawValue: text) else {
        throw PlanError.unknown(option: "", kind: kind, name: text, known: known)
      }
      return value
    }
  }
}

extension ValueFormat {
  /// Cases of an enumeration, separated by commas.
  package static func choices<Case: RawRepresentable & CaseIterable>(kind: String) -> Self
  where Value == [Case], Case.RawValue == String {
    ValueFormat<Case>.choice(kind: kind).list
  }
}

extension ValueFormat {
  /// A number in a range.
  package static func number(
    in range: ClosedRange<Value>, rule: String = "must be a whole number"
  ) -> Self where Value: DecimalNumber & Comparable {
    let (low, high) = (plainText(range.lowerBound), plainText(range.upperBound))
    return ValueFormat(bounds: "\(low) to \(high)") { text in
      guard let value = Value(decimal: text) else {
        throw PlanError.invalid(option: "", rule: rule, value: "'\(text)'")
      }
      guard range.contains(value) else {
        throw PlanError.invalid(
          option: "", rule: "must be \(low) to \(high)", value: plainText(value))
      }
      return value
    }
  }
}

extension ValueFormat where Value == UInt64 {
  /// A seed, of which the help states no bounds.
  package static var seed: Self {
    var format = number(in: 0...UInt64.max, rule: "must be 0 to \(UInt64.max)")
    format.bounds = ""
    return format
  }

  /// A time span in nanoseconds.
  package static var time: Self {
    ValueFormat { text in
      guard let ns = TimeText.parseNs(text), ns > 0 else {
        throw PlanError.invalid(
          option: "", rule: "must be a time above 0, such as 500ms, 10s or 2m", value: "'\(text)'")
      }
      guard ns <= TimeText.longestNs else {
        throw PlanError.invalid(
          option: "", rule: "must be at most \(TimeText.text(ns: TimeText.longestNs))",
          value: text)
      }
      return ns
    }
  }
}

extension ValueFormat where Value == [String] {
  /// Names, separated by commas, that the catalogue checks later.
  package static var names: Self { ValueFormat<String> { $0 }.list }
}

extension ValueFormat where Value == [Int] {
  /// Whole numbers in a range, separated by commas.
  package static func numbers(in range: ClosedRange<Int>) -> Self {
    ValueFormat<Int>.number(in: range, rule: "must be whole numbers separated by commas").list
  }
}

extension ValueFormat {
  /// The notation that a type defines itself, with its own reason for refusing a text.
  package static func parsed(_ parse: @escaping @Sendable (String) throws -> Value) -> Self {
    ValueFormat { text in
      do { return try parse(text) } catch {
        throw PlanError.refused(option: "", reason: "\(error)")
      }
    }
  }
}

/// A number without a fraction of zero.
func plainText<Value>(_ value: Value) -> String {
  let text = "\(value)"
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
