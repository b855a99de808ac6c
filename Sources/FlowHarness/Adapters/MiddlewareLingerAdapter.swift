import PublishedStores
import Workloads

/// `middleware` with effects in flight: each is sent in a task of its own, because its `send` waits
/// for it, and ends when that task is cancelled.
@MainActor
struct MiddlewareLingerAdapter: @MainActor SynchronousStore {
  typealias F = LingerFeature

  private let feature: LingerFeature
  let store: MiddlewareStore<F.State, F.Action, EffectDependencies<F.Request, F.Action>>
  private let senders = KeptTasks()

  init(_ feature: LingerFeature) {
    self.feature = feature
    store = MiddlewareStore(
      initialState: feature.initialState, reducer: feature.returningReducer(),
      middlewares: feature.middlewares(), dependencies: feature.lingeringDependencies())
  }

  mutating func send(_ action: LingerFeature.Action) {
    if action == .endAll { senders.cancelAll() }
    let store = store
    senders.start { @MainActor in await store.send(action) }
  }

  static var settles: Bool { true }
  var isBusy: Bool { senders.isEnding }
  @MainActor func settle() async { await senders.join() }

  func read(_ reading: Reading, slot: Int) -> UInt64 {
    feature.read(reading, store.state, slot: slot)
  }
}
