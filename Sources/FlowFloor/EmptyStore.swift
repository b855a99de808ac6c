package import FlowHarness
import Measurement
import Platform
package import Workloads

/// A store that ignores every action, to measure the driver's own loop.
package struct EmptyStore: SynchronousStore {
  package typealias F = CounterFeature

  private let feature = CounterFeature()

  package func send(_ action: CounterFeature.Action) {}

  package func read(_ reading: Reading, slot: Int) -> UInt64 {
    feature.read(reading, feature.initialState, slot: slot)
  }
}

extension EmptyStore {
  /// Returns the subject of a trial with this store.
  @MainActor
  package static func subject() -> TrialSubject {
    let input = TrialInput(
      feature: CounterFeature(), distribution: .uniform, seed: 1, views: [])
    return .driving(input, store: EmptyStore())
  }

  /// Returns the time of the driver's loop per action, in nanoseconds; `nil` without a clock.
  ///
  /// It is the median of the fastest quarter of the batches, on one core if the system allows it.
  @MainActor
  package static func measureLoopNs() async -> Double? {
    let affinity = CoreAffinity.current
    defer { affinity?.restore() }
    _ = affinity?.pinToLast()
    let subject = subject()
    // A batch takes some hundred microseconds.
    let actions = min(1 << 19, subject.capacity)
    subject.refill(actions)
    // A debug build takes fifty times as long, and its times are not compared.
    #if DEBUG
      let batches = 4
    #else
      let batches = 40
    #endif
    var times: [Double] = []
    for _ in 0..<batches {
      times.append(Double(await subject.drive(false, .clocks).wallNs) / Double(actions))
    }
    return SortedSamples(times.sorted().prefix(times.count / 4)).median
  }
}
