import FlowHarness
package import FlowResults
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

extension Plan {
  package func checkBounds() throws(PlanError) {
    try PlanBounds.check(scenarios)
    try RoundOptions.rounds.check(rounds)
    guard !passes.isEmpty, Set(passes).count == passes.count else {
      throw .refused(
        option: EffortOptions.passes.option.name,
        reason: "must be at least one, and none of them twice")
    }
    try settings.checkBounds()
    try PlanBounds.check(dropped, in: 0...Int.max, "dropped")
    if let fault { try EffortOptions.fault.check(fault) }
  }
}

extension TrialSettings {
  fileprivate func checkBounds() throws(PlanError) {
    if let sampleActions { try EffortOptions.actions.check(sampleActions) }
    try LimitOptions.limit.check(limitSeconds)
    try PlanBounds.check(samples, in: 1...10_000, "samples")
    try PlanBounds.check(actions: verificationActions, "verificationActions")
    try PlanBounds.check(actions: fastActions, "fastActions")
    try PlanBounds.check(actions: maximumActions, from: 1, "maximumActions")
    try PlanBounds.check(actions: countedActions, from: 1, "countedActions")
    try PlanBounds.check(ns: warmUpNs, "warmUpNs")
    try PlanBounds.check(ns: sampleNs, "sampleNs")
  }
}
