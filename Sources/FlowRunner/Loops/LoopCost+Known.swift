import FlowHarness
import Measurement
import Workloads

// The loop's cost where the answer is known without a store: an empty one, and plain arithmetic.

extension LoopCost {
  /// What the driver's loop takes for an action over a store that does nothing, in nanoseconds.
  ///
  /// Some milliseconds of turns in this process; nil when the clock says nothing.
  @MainActor
  static func ofEmptyStore() async -> Double? {
    var settings = LoopCostSettings()
    settings.rounds = 40
    return try? await measure(design: emptyDesigns[0], catalogue: Catalogue(), settings: settings)
      .driverNs
  }

  /// The floor with a reducer that spins, driven, against a loop of the same steps without any store.
  @MainActor
  static func raceOfSpins(_ steps: Int, _ settings: LoopCostSettings) -> LoopRace {
    let feature = KnownWorkFeature(.spin(steps: steps))
    let input = TrialInput(
      feature: feature, distribution: .uniform, seed: settings.seed, views: [])
    let subject = TrialSubject.driving(input, store: Floor(feature))
    let spins = Spins(state: feature.initialState, steps: steps)
    let hand = RacedLoop(
      refill: { spins.count = $0 }, drive: { spins.run() },
      digest: { combineSlots(1) { feature.read(.digest, spins.state, slot: $0) } })
    let reference = LoopRace.Reference(hand: hand) { plainFoldDigests(input, after: $0) }
    return LoopRace(subject, against: reference, settings: settings)
  }
}

/// Known steps, over and over, between two readings of the clock.
@MainActor
private final class Spins {
  var count = 0
  private(set) var state: KnownWorkFeature.State
  private let steps: Int

  init(state: KnownWorkFeature.State, steps: Int) {
    self.state = state
    self.steps = steps
  }

  /// Returns the nanoseconds of `count` times `steps` steps.
  func run() -> UInt64 {
    let startNs = MonotonicClock.nowNs()
    var sum = state.sum
    for _ in 0..<count { sum = KnownWorkFeature.spin(steps, from: sum) }
    state.sum = sum
    return MonotonicClock.nowNs() - startNs
  }
}
