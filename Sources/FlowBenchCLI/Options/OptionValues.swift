import ArgumentParser
import FlowResults
import Foundation

/// Numbers that are taken as text, so that a wrong one is refused in one line.
enum Number {
  /// The number that an option was given, if it was.
  static func read<T: LosslessStringConvertible>(
    _ text: String?, _ option: String, _ rule: String
  ) throws(PlanError) -> T? {
    guard let text else { return nil }
    guard let number = T(text) else {
      throw .outOfRange(option: option, rule: rule, value: "'\(text)'")
    }
    return number
  }
}

/// Words separated by commas.
struct WordList: ExpressibleByArgument {
  let words: [String]

  init(argument: String) {
    words = argument.split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// The words as whole numbers.
  func numbers(_ option: String) throws(PlanError) -> [Int] {
    var numbers: [Int] = []
    for word in words {
      guard let number = Int(word) else {
        throw .outOfRange(
          option: option, rule: "must be whole numbers separated by commas", value: "'\(word)'")
      }
      numbers.append(number)
    }
    return numbers
  }
}

/// How something is printed.
enum OutputFormat: String, CaseIterable {
  case text
  case json

  /// All of them, for the help.
  static var all: String { allCases.map(\.rawValue).joined(separator: " or ") }

  /// Reads `--format`.
  init(option: String) throws(PlanError) {
    guard let format = Self(rawValue: option) else {
      throw .unknown(
        option: "--format", kind: "format", name: option, known: Self.allCases.map(\.rawValue))
    }
    self = format
  }
}
