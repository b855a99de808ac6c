import FlowHarness
import Workloads

/// One scenario with one seed, to be verified in one way.
struct VerifyCase: Codable, Equatable, Sendable {
  /// In which way.
  enum Kind: String, Codable, CaseIterable, Sendable {
    /// An action at a time, each held against the plain fold; then the same in batches.
    case steps
    /// Several workers at once.
    case workers
    /// Effects in flight, which a service answers.
    case effects
  }

  var kind: Kind
  var scenario: Scenario
  /// Which of the seeds, from 1.
  var seed: Int

  /// What decides all that is random in it: the same for every design and topology.
  var randomSeed: UInt64 {
    splitSeed(SeedOptions.standard, "\(scenario.stream)/verify:\(seed)")
  }
}
