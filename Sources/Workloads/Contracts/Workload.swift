public import Foundation

/// A module, and a closure that creates it with its own services.
public struct Workload<F: LeafFeature>: Sendable {
  /// The description in options and tables.
  public let description: WorkloadDescription
  /// Creates the module with the services of a trial.
  public let make: @Sendable (Services) -> F

  /// Creates a workload.
  ///
  /// - Parameters:
  ///   - id: The word in options and tables; by default the module's name.
  ///   - summary: The workload in one line.
  ///   - weight: The number of a counter's actions that cost about as much as an action.
  ///   - countsComparisons: A Boolean value that indicates whether the state consists of values that count
  ///     their comparisons with ``Comparisons``.
  ///   - make: Creates the module with the services of a trial.
  public init(
    id: String = F.name, summary: String, weight: Int = 1, countsComparisons: Bool = false,
    make: @escaping @Sendable (Services) -> F
  ) {
    description = WorkloadDescription(
      id: id, summary: summary, weight: weight, countsComparisons: countsComparisons)
    self.make = make
  }
}

/// The description of a workload in options and tables.
public struct WorkloadDescription: Sendable, Equatable, Codable {
  /// The word in options and tables.
  public let id: String
  /// The workload in one line.
  public let summary: String
  /// The number of slots of each copy.
  public let slotsPerCopy: Int
  /// The number of a counter's actions that cost about as much as an action of the workload. Checks and
  /// counts send so many times fewer actions.
  public let weight: Int
  /// A Boolean value that indicates whether comparisons of parts of the state are counted.
  public let countsComparisons: Bool

  /// Creates a description.
  public init(
    id: String, summary: String, slotsPerCopy: Int = 1, weight: Int = 1,
    countsComparisons: Bool = false
  ) {
    self.id = id
    self.summary = summary
    self.slotsPerCopy = slotsPerCopy
    self.weight = weight
    self.countsComparisons = countsComparisons
  }
}

/// The services of the features of one trial.
public struct Services: Sendable {
  /// An existing directory for the files of `primes` and `notes`; `nil` keeps them in memory.
  public let directory: URL?
  /// The completion of effects, for features with several ways.
  public let completion: Completion
  /// A Boolean value that indicates whether the feature is for the fold that a store is compared
  /// with.
  public let isOracle: Bool
  /// The clock that all features share.
  public let clock: SimulatedClock

  /// Creates services; by default for a store, in memory, with immediate effects.
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
