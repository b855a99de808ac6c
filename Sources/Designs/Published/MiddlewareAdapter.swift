public import FlowHarness
public import PublishedStores
public import Workloads

/// `middleware`: one asynchronous middleware for each module with effects.
@MainActor
@usableFromInline struct MiddlewareAdapter<F: Feature>: @MainActor SuspendingStore {
  @usableFromInline let feature: F
  @usableFromInline let store:
    MiddlewareStore<F.State, F.Action, EffectDependencies<F.Request, F.Action>>

  @inlinable init(_ feature: F) { self.init(feature, middlewares: feature.middlewares()) }

  @inlinable init(
    _ feature: F,
    middlewares: [MiddlewareClosure<F.State, F.Action, EffectDependencies<F.Request, F.Action>>]
  ) {
    self.feature = feature
    store = MiddlewareStore(
      initialState: feature.initialState, reducer: feature.returningReducer(),
      middlewares: middlewares, dependencies: feature.effectDependencies())
  }

  @inlinable static var isErased: Bool { true }

  @inlinable nonisolated(nonsending) func send(_ action: F.Action) async {
    await store.send(action)
  }

  @inlinable func read(_ reading: Reading, slot: Int) -> UInt64 {
    feature.read(reading, store.state, slot: slot)
  }
}

/// `middleware` for every feature.
@usableFromInline package struct MiddlewareDesign: StoreDesign {
  @usableFromInline package let description = DesignDescription(
    id: "middleware", summary: "@MainActor, async send, middlewares in a task group", hops: true,
    questions: [.services])

  @usableFromInline package init() {}

  @inline(never)
  package static func add(to catalogue: inout Catalogue) { catalogue.add(Self()) }

  @inlinable package func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    builder.makeStore { MiddlewareAdapter($0) }
  }

  @inlinable package func makeSuspendingStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    makeStore(with: builder)
  }

  @inlinable package func makeStoreWithMiddlewares<S: StoreBuilder>(
    _ count: Int, with builder: S
  ) -> S.Built? where S.F: ObservingFeature {
    builder.makeStore { MiddlewareAdapter($0, middlewares: $0.passingMiddlewares(count)) }
  }

  @inlinable package func makeLingeringStore<S: StoreBuilder>(with builder: S) -> S.Built?
  where S.F == LingerFeature {
    builder.makeStore { MiddlewareLingerAdapter($0) }
  }
}

/// `middleware` with effects in flight: each action is sent in its own task, because `send` waits for
/// the effect, which ends when that task is cancelled.
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
