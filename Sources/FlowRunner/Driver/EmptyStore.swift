import FlowHarness
import Measurement
import Platform
import Workloads

/// A store that ignores every action: a batch sent to it costs what the driver's own loop costs.
///
/// It is not in the catalogue, because its final state is not that of a fold.
struct EmptyStore: SynchronousStore {
  typealias F = CounterFeature

  private let feature = CounterFeature()

  func send(_ action: CounterFeature.Action) {}

  /// Reads the initial state, which never changes.
  func read(_ reading: Reading, slot: Int) -> UInt64 {
    feature.read(reading, feature.initialState, slot: slot)
  }
}

extension EmptyStore {
  /// Measures the time of the driver's loop per action, in nanoseconds; `nil` without a clock.
  ///
  /// The median of the fastest quarter of the batches, all sent on one core if the system allows it.
  @MainActor
  static func measureLoopNs() async -> Double? {
    let affinity = CoreAffinity.current
    defer { affinity?.restore() }
    _ = affinity?.pinToLast()
    let input = TrialInput(
      feature: CounterFeature(), distribution: .uniform, seed: ProcessOptions.standardSeed,
      views: [])
    let subject = TrialSubject.driving(input, store: EmptyStore())
    // Some hundred microseconds for each batch.
    let actions = min(1 << 19, subject.capacity)
    subject.refill(actions)
    var times: [Double] = []
    for _ in 0..<40 {
      times.append(Double(await subject.drive(false, .clocks).wallNs) / Double(actions))
    }
    return SortedSamples(times.sorted().prefix(times.count / 4)).median
  }
}
