import FlowHarness
import Measurement
import Workloads

/// A design that drops every action: driving it costs what the driver's own loop costs.
///
/// Not in the catalogue, because it cannot end in the state that a fold ends in.
struct EmptyStore<F: Feature>: SynchronousStore {
  private let feature: F

  init(_ feature: F) { self.feature = feature }

  func send(_ action: F.Action) {}

  /// Reads the initial state, which never changes.
  func read(_ reading: Reading, slot: Int) -> UInt64 {
    feature.read(reading, feature.initialState, slot: slot)
  }
}

/// As `EmptyStore`, for the loop of designs whose `send` suspends. It never does suspend: what a
/// suspension costs is the design's, what is left is the loop's.
struct EmptySuspendingStore<F: Feature>: SuspendingStore {
  private let feature: F

  init(_ feature: F) { self.feature = feature }

  nonisolated(nonsending) func send(_ action: F.Action) async {}

  /// Reads the initial state, which never changes.
  func read(_ reading: Reading, slot: Int) -> UInt64 {
    feature.read(reading, feature.initialState, slot: slot)
  }
}

extension HandWrittenLoops {
  /// `empty-suspending`: awaits a `send` that does nothing.
  @inline(never)
  static func emptySuspending(
    _ actions: Actions, _ store: EmptySuspendingStore<CounterFeature>
  ) async -> UInt64 {
    let startNs = MonotonicClock.nowNs()
    for action in actions { await store.send(action) }
    return MonotonicClock.nowNs() - startNs
  }
}
