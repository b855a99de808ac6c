import FlowBenchCLI

struct FeatureInOwnEffects<F: Feature>: OwnEffectsReducer {
  let feature: F
  func reduce(_ state: inout F.State, _ action: F.Action) -> OwnEffect<F.Action> {
    feature.reduce(into: &state, action: action)
    guard let request = feature.request(for: action, after: state) else { return .none }
    return .work { await feature.answer(request) }
  }
}

@MainActor
struct OwnEffectsAdapter<F: Feature>: @MainActor SynchronousStore {
  private let store: OwnEffectsStore<FeatureInOwnEffects<F>>
  private let feature: F

  init(_ feature: F) {
    store = OwnEffectsStore(feature.initialState, FeatureInOwnEffects(feature: feature))
    self.feature = feature
  }

  static var settles: Bool { F.hasEffects }
  var isBusy: Bool { !store.isQuiet }
  func settle() async { await store.finish() }
  func send(_ action: F.Action) { store.send(action) }
  func read(_ reading: Reading, slot: Int) -> UInt64 {
    feature.read(reading, store.state, slot: slot)
  }
}

struct OwnEffectsDesign: StoreDesign {
  let description = DesignDescription(id: "own-effects", summary: "effects as values", hops: true)
  func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    builder.makeStore { OwnEffectsAdapter($0) }
  }
  func makeSuspendingStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    makeStore(with: builder)
  }
}
