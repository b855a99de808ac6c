import FlowHarness
import FlowResults
import Platform

/// The request of a child process.
struct ExploreRequest: Codable, Equatable {
  /// The load; its seed is that of the first interleaving.
  var load: LoadRequest
  /// The number of interleavings, each with the next seed.
  var runs: Int
}

/// The outcome of many interleavings.
struct ExploreOutcome: Codable, Equatable {
  /// The number of interleavings, with the one that failed.
  var runs = 0
  /// The number of different ones.
  var interleavings = 0
  var actions = 0
  /// The number of actions that found a full queue; `nil` if the queue has no limit.
  var dropped: Int?
  var answered = 0
  var cancelled = 0
  var failingSeed: UInt64?
  var violation: String?
  /// A Boolean value that indicates whether the failing seed fails again in the same way.
  var isRepeatable: Bool?
}

/// The interleavings of one scenario, up to the first that fails; a step is the number of finished
/// ones.
enum ExploreTask: ChildTask {
  static let name = "explore"

  /// The interval of steps, in nanoseconds.
  private static let progressNs: UInt64 = 500_000_000

  static func perform(
    _ request: ExploreRequest, catalogue: Catalogue, step: @escaping @Sendable (Int) -> Void
  ) async throws -> ExploreOutcome {
    guard catalogue.effectLoad(of: request.load.scenario)?.supportsVirtualTime == true else {
      throw MissingDesignError(request.load.scenario)
    }
    return try explore(request, catalogue, progress: step)
  }

  @MainActor
  static func explore(
    _ request: ExploreRequest, _ catalogue: Catalogue, progress: (Int) -> Void = { _ in }
  ) throws -> ExploreOutcome {
    var outcome = ExploreOutcome()
    var fingerprints: Set<UInt64> = []
    var load = request.load
    var emittedNs = MonotonicClock.nowNs()
    for run in 0..<request.runs {
      load.seed = request.load.seed &+ UInt64(run)
      guard let found = try catalogue.effects(of: load)?.explore?() else {
        throw PlanError.unsupported(load.scenario.id)
      }
      fingerprints.insert(found.fingerprint)
      outcome.runs += 1
      outcome.actions += found.actions
      if load.maxQueue != nil { outcome.dropped = (outcome.dropped ?? 0) + found.dropped }
      outcome.answered += found.answered
      outcome.cancelled += found.cancelled
      if let violation = found.violation {
        outcome.failingSeed = load.seed
        outcome.violation = violation
        outcome.isRepeatable = try catalogue.effects(of: load)?.explore?() == found
        break
      }
      guard MonotonicClock.nowNs() - emittedNs >= progressNs else { continue }
      emittedNs = MonotonicClock.nowNs()
      progress(outcome.runs)
    }
    outcome.interleavings = fingerprints.count
    return outcome
  }
}
