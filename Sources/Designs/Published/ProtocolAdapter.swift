public import FlowHarness
public import PublishedStores
public import Workloads

/// `protocol`: reducers and middlewares as existentials.
@MainActor
@usableFromInline struct ProtocolAdapter<F: Feature>: @MainActor SuspendingStore {
  @usableFromInline let feature: F
  @usableFromInline let store: ProtocolStore<F.State, F.Action>
  /// The number of parent stores; a change takes a turn of the main queue for each.
  @usableFromInline let depth: Int

  @inlinable init(_ feature: F) { self.init(feature, middlewares: feature.actionMiddlewares()) }

  @inlinable init(_ feature: F, middlewares: [any ActionMiddleware<F.State, F.Action>]) {
    self.feature = feature
    depth = 0
    store = ProtocolStore(
      initialState: feature.initialState, reducer: feature.stateReducer(),
      middlewares: middlewares)
  }

  /// Creates a child `depth` stores below `parent`.
  @inlinable init<P: Feature>(
    in parent: ProtocolAdapter<P>, _ part: ChildPart<P, F>
  ) where F: LeafFeature {
    feature = part.module
    depth = part.depth
    var child = parent.store
    for _ in 1..<part.depth { child = child.derived(state: { $0 }, action: { $0 }) }
    store = child.derived(state: part.state, action: { part.embed($0) })
  }

  @inlinable static var isErased: Bool { true }
  @inlinable static var notification: NotificationStyle { .tracking }

  @inlinable nonisolated(nonsending) func send(_ action: F.Action) async {
    await store.send(action)
  }

  @inlinable @MainActor func collect() async {
    for _ in 0..<depth { await MainQueue.turn() }
  }

  @inlinable func read(_ reading: Reading, slot: Int) -> UInt64 {
    feature.read(reading, store.state, slot: slot)
  }
}

/// `protocol` for every feature.
@usableFromInline package struct ProtocolDesign: StoreDesign {
  @usableFromInline package let description = DesignDescription(
    id: "protocol",
    summary: "reducers and middlewares as existentials, @Observable; compares children", hops: true,
    questions: [.views, .oneView, .scopes, .services])

  @usableFromInline package init() {}

  @inline(never)
  package static func add(to catalogue: inout Catalogue) { catalogue.add(Self()) }

  @inlinable package func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    builder.makeStore { ProtocolAdapter($0) }
  }

  @inlinable package func makeSuspendingStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    makeStore(with: builder)
  }

  @inlinable package func makeChildren<S: ChildStoreBuilder>(with builder: S) -> S.Built? {
    builder.makeStore(
      parent: { ProtocolAdapter($0) }, child: { ProtocolAdapter<S.Module>(in: $0, $1) })
  }

  @inlinable package func makeStoreWithMiddlewares<S: StoreBuilder>(
    _ count: Int, with builder: S
  ) -> S.Built? where S.F: ObservingFeature {
    builder.makeStore { ProtocolAdapter($0, middlewares: $0.passingActionMiddlewares(count)) }
  }
}
