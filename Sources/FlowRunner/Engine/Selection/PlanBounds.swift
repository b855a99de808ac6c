import FlowHarness
import FlowResults
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
    _ scenarios: [Scenario], copies: ClosedRange<Int> = SizeOptions.copies
  ) throws(PlanError) {
    guard !scenarios.isEmpty, Set(scenarios.map(\.id)).count == scenarios.count else {
      throw .refused(
        option: "scenarios", reason: "must be at least one, and none of them twice")
    }
    for scenario in scenarios {
      try check(scenario.features, in: copies, SizeOptions.features.option.name)
      try DesignOptions.groups.check([scenario.groups])
      try check(scenario.groups, in: 1...scenario.features, DesignOptions.groups.option.name)
      try ShapeOptions.depths.check([scenario.depth])
      try ShapeOptions.observers.check([scenario.observers])
      try ShapeOptions.middlewares.check([scenario.middlewares])
    }
  }

  /// Refuses a number that no option decides.
  static func check(
    _ value: Int, in range: ClosedRange<Int>, _ name: String
  ) throws(PlanError) {
    guard range.contains(value) else {
      throw .outOfRange(
        option: name, rule: "must be \(range.lowerBound) to \(range.upperBound)", value: "\(value)")
    }
  }

  /// Refuses a number of actions that no option decides.
  static func check(actions: Int, from least: Int = 0, _ name: String) throws(PlanError) {
    try check(actions, in: least...mostActions, name)
  }

  /// Refuses a time that is longer than any that an option takes; it may be 0.
  static func check(ns: UInt64, _ name: String) throws(PlanError) {
    guard ns <= TimeText.longestNs else {
      throw .outOfRange(
        option: name, rule: "must be at most \(TimeText.text(ns: TimeText.longestNs))",
        value: "\(ns) ns")
    }
  }
}
