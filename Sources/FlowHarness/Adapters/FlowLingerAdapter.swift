import FlowCore
import Workloads

/// `flow` with effects in flight: streams that end when they are cancelled by their identifier.
@MainActor
struct FlowLingerAdapter: @MainActor SynchronousStore {
  typealias F = LingerFeature

  private let feature: LingerFeature
  let store: Store<LingerReducer>
  private var isEnding = false

  init(_ feature: LingerFeature) {
    self.feature = feature
    store = Store(initialState: feature.initialState, reducer: LingerReducer(feature))
  }

  mutating func send(_ action: LingerFeature.Action) {
    isEnding = action == .endAll
    store.send(action)
  }

  static var settles: Bool { true }
  var isBusy: Bool { isEnding && store.effectsInFlight > 0 }
  @MainActor func settle() async {
    // The main actor runs in turn what was cancelled and this.
    while store.effectsInFlight > 0 { await Task.yield() }
  }

  func read(_ reading: Reading, slot: Int) -> UInt64 {
    store.withState { feature.read(reading, $0, slot: slot) }
  }
}
