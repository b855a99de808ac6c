import FlowHarness
import FlowResults
import PlainText
import Workloads

/// The bounds of scenarios, times and counts in plans that are read from a file.
enum PlanBounds {
  /// The maximum number of actions, which only suites set.
  private static let mostActions = 100_000_000

  /// Refuses sizes that options would refuse.
  ///
  /// - Parameter copies: The numbers of copies of a module.
  static func check(
    _ scenarios: [Scenario], copies: ClosedRange<Int> = OptionBounds.features
  ) throws(PlanError) {
    guard !scenarios.isEmpty, Set(scenarios.map(\.id)).count == scenarios.count else {
      throw .refused(
        option: "scenarios", reason: "must be at least one, and none of them twice")
    }
    for scenario in scenarios {
      try check(scenario.features, in: copies, "--features")
      try check(scenario.depth, in: OptionBounds.depths, "--depth")
      try check(scenario.observers, in: OptionBounds.observers, "--observers")
      try check(scenario.middlewares, in: OptionBounds.middlewares, "--middlewares")
    }
  }

  /// Refuses a number outside a range.
  static func check<Value: DecimalNumber & Comparable & Sendable>(
    _ value: Value, in range: ClosedRange<Value>, _ name: String
  ) throws(PlanError) {
    guard range.contains(value) else {
      let (low, high) = (plainText(range.lowerBound), plainText(range.upperBound))
      throw .invalid(
        option: name, rule: "must be \(low) to \(high)", value: plainText(value))
    }
  }

  /// Refuses a number of actions that no option sets.
  static func check(actions: Int, from least: Int = 0, _ name: String) throws(PlanError) {
    try check(actions, in: least...mostActions, name)
  }

  /// Refuses a time that is longer than options accept, or shorter than `least`.
  static func check(ns: UInt64, from least: UInt64 = 0, _ name: String) throws(PlanError) {
    guard ns >= least else {
      throw .invalid(
        option: name, rule: "must be a time such as 500ms, 10s or 2m", value: "'\(ns)ns'")
    }
    guard ns <= TimeText.longestNs else {
      throw .invalid(
        option: name, rule: "must be at most \(TimeText.text(ns: TimeText.longestNs))",
        value: "\(ns) ns")
    }
  }
}

/// The bounds of numeric options, which plans that are read from a file must also respect.
package enum OptionBounds {
  static let actions = 1...100_000_000
  static let clients = 1...10_000_000
  static let depths = 1...100
  static let features = 1...10_000
  static let limitSeconds = 0.1...86_400
  static let maxQueue = 0...100_000_000
  static let middlewares = 0...100
  static let observers = 0...100_000
  package static let rates = 0.01...1e9
  static let rounds = 1...1000
  static let seeds = 1...1_000
  static let speeds = 0.001...1_000_000.0
  static let users = 1...1_000_000
  static let workers = 1...64
}
