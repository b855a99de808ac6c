public import FlowCore
public import PublishedStores
public import Workloads

/// `flow` with effects in flight: streams that end when they are cancelled by their identifier.
@MainActor
@usableFromInline struct FlowLingerAdapter: @MainActor SynchronousStore {
  @usableFromInline typealias F = LingerFeature

  @usableFromInline let feature: LingerFeature
  @usableFromInline let store: Store<LingerReducer>
  @usableFromInline var isEnding = false

  @inlinable init(_ feature: LingerFeature) {
    self.feature = feature
    store = Store(initialState: feature.initialState, reducer: LingerReducer(feature))
  }

  @inlinable mutating func send(_ action: LingerFeature.Action) {
    isEnding = action == .endAll
    store.send(action)
  }

  @inlinable static var settles: Bool { true }
  @inlinable var isBusy: Bool { isEnding && store.effectsInFlight > 0 }
  @inlinable @MainActor func settle() async {
    // The main actor runs in turn what was cancelled and this.
    while store.effectsInFlight > 0 { await Task.yield() }
  }

  @inlinable func read(_ reading: Reading, slot: Int) -> UInt64 {
    store.withState { feature.read(reading, $0, slot: slot) }
  }
}
