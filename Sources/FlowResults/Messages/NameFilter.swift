import Dispatch
import Foundation
import Synchronization

/// A regular expression over the names of scenarios.
package struct NameFilter: Sendable {
  /// The longest expression: the parser needs a stack for each parenthesis.
  private static let longest = 1000
  /// The longest time of one name, in seconds; a usual expression takes microseconds.
  private static let limitSeconds = 2.0

  private let pattern: String
  private let option: String

  /// Parses an expression.
  ///
  /// - Parameter option: The name of the option in errors.
  package init(_ pattern: String, option: String = "--filter") throws(PlanError) {
    guard pattern.utf8.count <= Self.longest else {
      throw .invalid(
        option: option, rule: "must be a regular expression of at most \(Self.longest) bytes",
        value: "'\(pattern.prefix(80))'")
    }
    do { _ = try Regex(pattern) } catch {
      throw .invalid(
        option: option, rule: "must be a regular expression",
        value: "'\(pattern.prefix(80))': \(error)")
    }
    self.pattern = pattern
    self.option = option
  }

  /// Returns the elements that have a name in which the expression matches.
  ///
  /// Swift's matcher tries all ways to repeat what is itself repeated, such as `([a-z/]+)*!`, and
  /// cannot be stopped. Therefore it has a thread of its own, which ends with the process.
  package func matching<Element>(
    _ elements: [Element], by names: (Element) -> [String]
  ) throws(PlanError) -> [Element] {
    let names = elements.map(names)
    let results = Results()
    let next = DispatchSemaphore(value: 0)
    Thread.detachNewThread { [pattern] in
      guard let expression = try? Regex(pattern) else { return }
      for names in names {
        let isFound = names.contains { $0.contains(expression) }
        results.found.withLock { $0.append(isFound) }
        next.signal()
      }
    }
    for names in names {
      guard next.wait(timeout: .now() + Self.limitSeconds) == .success else {
        throw .invalid(
          option: option,
          rule: "must match '\(names.joined(separator: "' or '"))' within "
            + "\(Int(Self.limitSeconds)) s: avoid a repetition within a repetition",
          value: "'\(pattern)'")
      }
    }
    return zip(elements, results.found.withLock { $0 }).filter(\.1).map(\.0)
  }

  /// The results of elements in their order, written by the thread.
  private final class Results: Sendable {
    let found = Mutex<[Bool]>([])
  }
}
