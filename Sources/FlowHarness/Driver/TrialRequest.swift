/// What is measured in a trial; passes are never mixed.
public enum Pass: String, Codable, Sendable, CaseIterable {
  /// Nothing attached but clocks.
  case timing
  /// Allocations, objects, retains and releases, with the counting library preloaded.
  case counting
  /// Instructions in user space, counted by the kernel or by executing the program under valgrind.
  case instructions
}

/// How long and how often a trial measures.
public struct TrialSettings: Codable, Equatable, Sendable {
  /// Actions sent and checked before anything is measured; the same for every design.
  public var proofActions: Int
  /// Time spent sending before the first sample.
  public var warmUpNs: UInt64
  /// Time that one sample should take, unless `fastActions` asks for more.
  public var sampleNs: UInt64
  /// Samples for each process.
  public var samples: Int
  /// The least actions in a sample of a store that needs less than 100 ns for one.
  public var fastActions: Int
  /// The most actions in one sample.
  public var maximumActions: Int
  /// Actions in each sample whatever they take, when a person asked for a number.
  public var sampleActions: Int?
  /// Actions in a counting window; a tenth or a hundredth of it where they take too long.
  public var countedActions: Int
  /// Whether a counting window has all `countedActions`, whatever they take; unknown to older plans.
  public var isCountFixed: Bool?
  /// Seconds after which a trial is stopped and its row voided.
  public var limitSeconds: Double
}

/// One trial as the child process is asked for it.
struct TrialRequest: Codable, Equatable {
  var scenario: Scenario
  var pass: Pass
  var round: Int
  var seed: UInt64
  var settings: TrialSettings
  /// Where features that keep files may write.
  var workDirectory: String
  /// What is made to go wrong, in the harness's own tests.
  var fault: PlantedFault.Kind?
}
