import FlowResults
import Foundation
package import PlainText
import Workloads

/// How values of an option are written: what reads them, what bounds them, what refuses them.
package struct OptionReader<Value: Sendable>: Sendable {
  /// How often it may be given, and whether a value follows.
  package var form = CommandOption.Form.value
  /// What the help says of its bounds; empty: nothing.
  package var bounds = ""
  /// All values there are; empty where there is no end of them.
  package var choices: [String] = []
  /// Reads one text, or one for each time the option was given.
  let read: @Sendable (_ texts: [String], _ option: String) throws(PlanError) -> Value
  /// A value as it would be written.
  package let text: @Sendable (Value) -> String

  /// A value that is written once.
  static func one(
    bounds: String = "", choices: [String] = [], text: @escaping @Sendable (Value) -> String,
    _ read: @escaping @Sendable (_ text: String, _ option: String) throws(PlanError) -> Value
  ) -> OptionReader {
    OptionReader(
      bounds: bounds, choices: choices,
      read: { (texts: [String], option: String) throws(PlanError) -> Value in
        try read(texts.last ?? "", option)
      }, text: text)
  }

  /// Several of them, with commas between.
  package var list: OptionReader<[Value]> {
    let (read, text) = (read, text)
    return .one(
      bounds: bounds, choices: choices, text: { $0.map(text).joined(separator: ",") },
      { (words: String, option: String) throws(PlanError) -> [Value] in
        var values: [Value] = []
        for word in words.split(separator: ",", omittingEmptySubsequences: false) {
          values.append(try read([word.trimmingCharacters(in: .whitespaces)], option))
        }
        return values
      })
  }

  /// One of them, where other subcommands take several.
  package var alone: OptionReader<[Value]> {
    let (read, text) = (read, text)
    return .one(
      bounds: bounds, choices: choices, text: { $0.map(text).joined(separator: ",") },
      { (word: String, option: String) throws(PlanError) -> [Value] in
        [try read([word], option)]
      })
  }

  /// One each time that the option is given.
  package var repeated: OptionReader<[Value]> {
    let (read, text) = (read, text)
    return OptionReader<[Value]>(
      form: .repeated, bounds: bounds, choices: choices,
      read: { (texts: [String], option: String) throws(PlanError) -> [Value] in
        var values: [Value] = []
        for text in texts { values.append(try read([text], option)) }
        return values
      }, text: { $0.map(text).joined(separator: " ") })
  }
}

extension OptionReader where Value == Bool {
  /// Yes where it is given, and nothing to be read.
  package static var flag: Self {
    OptionReader(
      form: .flag, read: { (_: [String], _: String) throws(PlanError) -> Bool in true },
      text: { $0 ? "yes" : "" })
  }
}

extension OptionReader where Value == String {
  /// Any text, as it was written.
  package static var text: Self {
    .one(text: { $0 }, { (text: String, _: String) throws(PlanError) -> String in text })
  }

  /// The text of a regular expression.
  package static var expression: Self {
    .one(text: { $0 }) { (text: String, option: String) throws(PlanError) -> String in
      guard (try? Regex(text)) != nil else {
        throw .outOfRange(option: option, rule: "must be a regular expression", value: text)
      }
      return text
    }
  }

  /// One of a few words, which something else than a type tells apart.
  package static func choice(_ choices: [String], kind: String) -> Self {
    .one(choices: choices, text: { $0 }) {
      (text: String, option: String) throws(PlanError) -> String in
      guard choices.contains(text) else {
        throw .unknown(option: option, kind: kind, name: text, known: choices)
      }
      return text
    }
  }
}

extension OptionReader where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  /// One of the cases of a type.
  package static func choice(kind: String) -> Self {
    let known = Value.allCases.map(\.rawValue)
    return .one(choices: known, text: { $0.rawValue }) {
      (text: String, option: String) throws(PlanError) -> Value in
      guard let value = Value(rawValue: text) else {
        throw .unknown(option: option, kind: kind, name: text, known: known)
      }
      return value
    }
  }
}

extension OptionReader {
  /// A number.
  ///
  /// - Parameters:
  ///   - range: Its bounds.
  ///   - rule: What is said of a text that is no number.
  package static func number(
    in range: ClosedRange<Value>, rule: String = "must be a whole number"
  ) -> Self where Value: DecimalNumber & Comparable {
    let (low, high) = (plain(range.lowerBound), plain(range.upperBound))
    return .one(bounds: "\(low) to \(high)", text: plain) {
      (text: String, option: String) throws(PlanError) -> Value in
      guard let value = Value(decimal: text) else {
        throw .outOfRange(option: option, rule: rule, value: "'\(text)'")
      }
      guard range.contains(value) else {
        throw .outOfRange(option: option, rule: "must be \(low) to \(high)", value: plain(value))
      }
      return value
    }
  }

  /// A number without the `.0` that a person would not write.
  private static func plain(_ value: Value) -> String {
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

extension OptionReader where Value == [Int] {
  /// Whole numbers with commas between.
  package static func numbers(in range: ClosedRange<Int>) -> Self {
    OptionReader<Int>.number(in: range, rule: "must be whole numbers separated by commas").list
  }
}

extension OptionReader {
  /// Cases of a type, with commas between.
  package static func choices<Case: RawRepresentable & CaseIterable>(kind: String) -> Self
  where Value == [Case], Case.RawValue == String {
    OptionReader<Case>.choice(kind: kind).list
  }
}

extension OptionReader where Value == UInt64 {
  /// A span of time, in nanoseconds.
  package static var time: Self {
    .one(text: { TimeText.text(ns: $0) }) {
      (text: String, option: String) throws(PlanError) -> UInt64 in
      guard let ns = TimeText.parseNs(text), ns > 0 else {
        throw .outOfRange(
          option: option, rule: "must be a time such as 500ms, 10s or 2m", value: "'\(text)'")
      }
      guard ns <= TimeText.longestNs else {
        throw .outOfRange(
          option: option, rule: "must be at most \(TimeText.text(ns: TimeText.longestNs))",
          value: text)
      }
      return ns
    }
  }
}

extension OptionReader {
  /// What a type of its own reads, with a reason of its own for refusing it.
  package static func parsed(
    _ parse: @escaping @Sendable (String) throws -> Value
  ) -> Self where Value: CustomStringConvertible {
    .one(text: { $0.description }) {
      (text: String, option: String) throws(PlanError) -> Value in
      do { return try parse(text) } catch {
        throw .refused(option: option, reason: "\(error)")
      }
    }
  }
}
