/// What a person asked of `flowbench check`.
public struct CheckOptions: Sendable {
  /// The directory of all platforms' baselines.
  public var baseline = Baseline.directory
  /// The executable of the revision that this one is held against; `nil`: the stored baseline.
  public var base: String?
  /// What that revision is called.
  public var baseName: String?
  /// Whether what is counted takes the baseline's place.
  public var isUpdate = false
  /// Which gates are asked; `nil`: all that can be.
  public var gates: [String]?
  /// A regular expression that a scenario's id must match somewhere.
  public var filter: String?
  /// The directory for what is measured and the reports.
  public var out: String?
  /// The seed of all randomness.
  public var seed = RunOptions.defaultSeed

  /// Asks for nothing but the stored baseline.
  public init() {}
}
