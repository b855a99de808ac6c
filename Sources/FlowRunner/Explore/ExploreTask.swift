import FlowHarness
import FlowResults
import Measurement

/// Interleavings as the child process is asked for them.
struct ExploreRequest: Codable, Equatable {
  /// The load; its seed is that of the first interleaving.
  var load: LoadRequest
  /// How many interleavings, each with the next seed.
  var runs: Int
}

/// What many interleavings have come to.
struct ExploreOutcome: Codable, Equatable {
  /// How many there were, with the one that failed.
  var runs = 0
  /// How many of them were different.
  var interleavings = 0
  var actions = 0
  /// Actions that came to a full queue; `nil` where as many may wait as come.
  var dropped: Int?
  var answered = 0
  var cancelled = 0
  /// The seed of the one that failed.
  var failingSeed: UInt64?
  var violation: String?
  /// Whether the failing seed fails again, alike.
  var isRepeatable: Bool?
}

/// Interleavings of one scenario, up to the first that fails; it emits how many are done.
enum ExploreTask: ChildTask {
  static let name = "explore"

  /// How often it emits.
  private static let progressNs: UInt64 = 500_000_000

  static func perform(
    _ request: ExploreRequest, catalogue: Catalogue, step: @escaping @Sendable (Int) -> Void
  ) async throws -> ExploreOutcome {
    guard catalogue.effectAbilities(of: request.load.scenario)?.supportsVirtualTime == true else {
      throw CatalogueGap(request.load.scenario)
    }
    return try explore(request, catalogue, progress: step)
  }

  /// Tries one seed after the other.
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
