import FlowResults

/// What a person asked of `flowbench run`, not yet checked; `nil` leaves it to the suite.
///
/// A list that is given takes the place of that list in every sweep of the suite, so that every
/// list sweeps, and what is not mentioned stays as the suite has it.
package struct RunOptions: Sendable {
  /// The suite to start from.
  package var suite = Suite.default.rawValue
  /// A regular expression that a scenario's id must match somewhere.
  package var filter: String?
  /// Ids of the designs to measure.
  package var designs: [String]?
  /// Ids of the workloads to measure.
  package var workloads: [String]?
  /// Names of the topologies to measure.
  package var topologies: [String]?
  /// Copies of the module.
  package var features: [Int]?
  /// Stores of the `grouped` topology.
  package var groups: [Int]?
  /// Scopes between store and child in the `scoped` topology.
  package var depths: [Int]?
  /// Names of view shapes.
  package var views: [String]?
  /// Numbers of observers to measure with.
  package var observers: [Int]?
  /// Names of distributions, with their parameters.
  package var distributions: [String]?
  /// Names of the storages to save in.
  package var storages: [String]?
  /// Numbers of middlewares that let every action pass.
  package var middlewares: [Int]?
  /// Names of the ways in which effects answer.
  package var completions: [String]?
  /// On which cores: pinned, free or both.
  package var affinity: String?
  /// Actions in each sample.
  package var actions: Int?
  /// Fresh processes for each scenario's timing.
  package var rounds: Int?
  /// Names of the passes to make.
  package var passes: [String]?
  /// Seconds before a trial is given up.
  package var limitSeconds: Double?
  /// The seed of all randomness.
  package var seed: UInt64 = RunOptions.defaultSeed
  /// A fault planted in the trials that match, as `crash:REGEX`; for the harness's own tests.
  package var fault: String?

  /// The seed when none is given.
  package static let defaultSeed: UInt64 = 1

  /// Nothing but defaults.
  package init() {}

  /// How long a process may say nothing that is not a trial of a suite, which has its own.
  func childLimitSeconds() throws(PlanError) -> Double {
    guard let limitSeconds else { return ChildProcess.standardLimitSeconds }
    try Plan.check(limitSeconds, in: Bounds.limitSeconds, "--limit")
    return limitSeconds
  }
}

/// The bounds of numbers that people give: the one home of each.
enum Bounds {
  static let features = 1...10_000
  static let depth = 1...100
  static let observers = 0...100_000
  static let middlewares = 0...100
  static let actions = 1...100_000_000
  static let rounds = 1...1000
  static let limitSeconds = 0.1...86_400
}
