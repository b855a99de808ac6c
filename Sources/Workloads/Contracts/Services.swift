public import Foundation

/// What surrounds the features of one trial: simulated, and the files of `primes` and `notes` on
/// disk when a directory is given.
public struct Services: Sendable {
  /// An existing directory where features that keep files write; `nil` keeps them in memory.
  public let directory: URL?
  /// How work answers, for features that can answer in more than one way.
  public let completion: Completion
  /// Whether the feature is for the fold that a store is held against, which nobody times.
  public let isOracle: Bool
  /// The clock that all features share.
  public let clock: SimulatedClock

  /// Services; by default everything is in memory, answers come at once, and a store is driven.
  public init(
    directory: URL? = nil, completion: Completion = .immediate, isOracle: Bool = false,
    clock: SimulatedClock = SimulatedClock()
  ) {
    self.directory = directory
    self.completion = completion
    self.isOracle = isOracle
    self.clock = clock
  }
}
