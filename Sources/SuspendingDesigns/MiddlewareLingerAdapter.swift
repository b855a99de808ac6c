public import PublishedStores
public import Workloads

/// `middleware` with effects in flight: each is sent in a task of its own, because its `send` waits
/// for it, and ends when that task is cancelled.
@MainActor
@usableFromInline struct MiddlewareLingerAdapter: @MainActor SynchronousStore {
  @usableFromInline typealias F = LingerFeature

  @usableFromInline let feature: LingerFeature
  @usableFromInline let store:
    MiddlewareStore<F.State, F.Action, EffectDependencies<F.Request, F.Action>>
  @usableFromInline let senders = KeptTasks()

  @inlinable init(_ feature: LingerFeature) {
    self.feature = feature
    store = MiddlewareStore(
      initialState: feature.initialState, reducer: feature.returningReducer(),
      middlewares: feature.middlewares(), dependencies: feature.lingeringDependencies())
  }

  @inlinable mutating func send(_ action: LingerFeature.Action) {
    if action == .endAll { senders.cancelAll() }
    let store = store
    senders.start { @MainActor in await store.send(action) }
  }

  @inlinable static var settles: Bool { true }
  @inlinable var isBusy: Bool { senders.isEnding }
  @inlinable @MainActor func settle() async { await senders.join() }

  @inlinable func read(_ reading: Reading, slot: Int) -> UInt64 {
    feature.read(reading, store.state, slot: slot)
  }
}
