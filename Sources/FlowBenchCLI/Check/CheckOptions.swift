import FlowReports
import FlowRunner

/// What a person asked of `flowbench check`.
struct CheckOptions: Sendable {
  /// The directory of all platforms' baselines.
  var baseline = Baseline.directory
  /// The executable of the revision that this one is held against; `nil`: the stored baseline.
  var base: String?
  /// What that revision is called.
  var baseName: String?
  /// Whether what is counted takes the baseline's place.
  var isUpdate = false
  /// Which gates are asked; `nil`: all that can be.
  var gates: [String]?
  /// A regular expression that a scenario's id must match somewhere.
  var filter: String?
  /// The directory for what is measured and the reports.
  var out: String?
  /// The seed of all randomness.
  var seed = RunOptions.defaultSeed

  /// Asks for nothing but the stored baseline.
  init() {}
}
