import FlowHarness
import FlowResults
import PlainText
import Workloads

// The bounds of options, for plans that are read from a file.

/// The rules that hold for the scenarios, the times and the counts of every plan.
enum PlanBounds {
  /// The largest number of actions, which only a suite decides.
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
      try check(scenario.groups, in: OptionBounds.groups, "--groups")
      try check(scenario.groups, in: 1...scenario.features, "--groups")
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
      throw .outOfRange(
        option: name, rule: "must be \(low) to \(high)", value: plainText(value))
    }
  }

  /// Refuses a number of actions that no option decides.
  static func check(actions: Int, from least: Int = 0, _ name: String) throws(PlanError) {
    try check(actions, in: least...mostActions, name)
  }

  /// Refuses a time that is longer than any that an option takes, or shorter than `least`.
  static func check(ns: UInt64, from least: UInt64 = 0, _ name: String) throws(PlanError) {
    guard ns >= least else {
      throw .outOfRange(
        option: name, rule: "must be a time such as 500ms, 10s or 2m", value: "'\(ns)ns'")
    }
    guard ns <= TimeText.longestNs else {
      throw .outOfRange(
        option: name, rule: "must be at most \(TimeText.text(ns: TimeText.longestNs))",
        value: "\(ns) ns")
    }
  }
}
