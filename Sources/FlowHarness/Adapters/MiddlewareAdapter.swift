import PublishedStores
import Workloads

/// `middleware`: one asynchronous middleware for each module with effects.
@MainActor
struct MiddlewareAdapter<F: Feature>: @MainActor SuspendingStore, @MainActor NewStore {
  private let feature: F
  let store: MiddlewareStore<F.State, F.Action, EffectDependencies<F.Request, F.Action>>

  init(_ feature: F) { self.init(feature, middlewares: feature.middlewares()) }

  init(
    _ feature: F,
    middlewares: [MiddlewareClosure<F.State, F.Action, EffectDependencies<F.Request, F.Action>>]
  ) {
    self.feature = feature
    store = MiddlewareStore(
      initialState: feature.initialState, reducer: feature.returningReducer(),
      middlewares: middlewares, dependencies: feature.effectDependencies())
  }

  nonisolated(nonsending) func send(_ action: F.Action) async { await store.send(action) }

  func read(_ reading: Reading, slot: Int) -> UInt64 {
    feature.read(reading, store.state, slot: slot)
  }
}

extension MiddlewareAdapter: @MainActor SuspendingModuleStore where F: LeafFeature {
  typealias Many = MiddlewareAdapter<Copies<F>>
}
