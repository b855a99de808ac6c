/// What a person asked of `flowbench run`, not yet checked; `nil` leaves it to the suite.
///
/// A list that is given takes the place of that list in every sweep of the suite, so that every
/// list sweeps, and what is not mentioned stays as the suite has it.
public struct RunOptions: Sendable {
  /// The suite to start from.
  public var suite = Suite.default.rawValue
  /// A regular expression that a scenario's id must match somewhere.
  public var filter: String?
  /// Ids of designs.
  public var designs: [String]?
  /// Ids of workloads.
  public var workloads: [String]?
  /// Names of topologies.
  public var topologies: [String]?
  /// Copies of the module.
  public var features: [Int]?
  /// Stores of the `grouped` topology.
  public var groups: [Int]?
  /// Scopes between store and child in the `scoped` topology.
  public var depths: [Int]?
  /// Names of view shapes.
  public var views: [String]?
  /// Numbers of observers.
  public var observers: [Int]?
  /// Names of distributions, with their parameters.
  public var distributions: [String]?
  /// Names of storages.
  public var storages: [String]?
  /// Numbers of middlewares that let every action pass.
  public var middlewares: [Int]?
  /// Names of the ways in which effects answer.
  public var answers: [String]?
  /// On which cores: pinned, free or both.
  public var affinity: String?
  /// Actions in each sample.
  public var actions: Int?
  /// Fresh processes for each scenario's timing.
  public var rounds: Int?
  /// Names of passes.
  public var passes: [String]?
  /// Seconds before a trial is given up.
  public var limitSeconds: Double?
  /// The seed of all randomness.
  public var seed: UInt64 = RunOptions.defaultSeed
  /// A fault planted in the trials that match, as `crash:REGEX`; for the harness's own tests.
  public var fault: String?

  /// The seed when none is given.
  public static let defaultSeed: UInt64 = 1

  /// Nothing but defaults.
  public init() {}
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
