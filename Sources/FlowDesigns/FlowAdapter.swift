public import FlowCore
public import FlowHarness
public import Workloads

/// `flow`: FlowCore's own store.
@usableFromInline struct FlowAdapter<F: Feature>: SynchronousStore {
  @usableFromInline let feature: F
  @usableFromInline let store: Store<FeatureReducer<F>>

  /// Creates a store on the caller's actor.
  @inlinable init(_ feature: F, isolation: isolated (any Actor)? = #isolation) {
    self.feature = feature
    store = Store(
      initialState: feature.initialState, reducer: FeatureReducer(feature), isolation: isolation)
  }

  @inlinable static var notification: NotificationStyle { .subscribing }

  @inlinable func send(_ action: F.Action) { store.send(action) }

  @inlinable func read(_ reading: Reading, slot: Int) -> UInt64 {
    store.withState { feature.read(reading, $0, slot: slot) }
  }

  @inlinable func subscribe(
    _ reading: Reading, slots: [Int], _ changed: @escaping () -> Void
  ) -> [ObservationToken] {
    // The number of slots never changes.
    guard reading != .structure else {
      return [
        store.subscribe(
          to: { feature.read(.structure, $0, slot: 0) }, within: .nothing, { _ in changed() })
      ]
    }
    return slots.map { slot in
      feature.visitSlice(
        slot: slot,
        SliceSubscriber(store: store, region: feature.region(slot: slot), changed: changed))
    }
  }
}

/// Subscribes to a slice of a store's state, by value.
@usableFromInline struct SliceSubscriber<S: StoreView>: SliceVisitor {
  @usableFromInline let store: S
  @usableFromInline let region: StateRegion
  @usableFromInline let changed: () -> Void

  @inlinable
  init(store: S, region: StateRegion, changed: @escaping () -> Void) {
    self.store = store
    self.region = region
    self.changed = changed
  }

  @inlinable func visit<Slice: Equatable>(_ slice: @escaping (S.State) -> Slice) -> ObservationToken
  {
    store.subscribe(to: slice, within: region) { _ in changed() }
  }
}

/// One module's child of a `flow` store.
@usableFromInline struct FlowScopeAdapter<F: Feature>: SynchronousStore {
  @usableFromInline let feature: F
  @usableFromInline let scope: ScopedStore<F.State, F.Action>

  /// Creates a child `depth` scopes below the store of `outermost`.
  @inlinable init(
    _ feature: F, _ outermost: ScopedStore<F.State, F.Action>, depth: Int
  ) {
    self.feature = feature
    var scope = outermost
    for _ in 1..<depth {
      scope = scope.scope(state: \.self, action: .whole)
    }
    self.scope = scope
  }

  @inlinable static var notification: NotificationStyle { .subscribing }

  @inlinable func send(_ action: F.Action) { scope.send(action) }

  @inlinable func read(_ reading: Reading, slot: Int) -> UInt64 {
    feature.read(reading, scope.current, slot: slot)
  }

  @inlinable func subscribe(
    _ reading: Reading, slots: [Int], _ changed: @escaping () -> Void
  ) -> [ObservationToken] {
    [
      feature.visitSlice(
        slot: 0, SliceSubscriber(store: scope, region: .all, changed: changed))
    ]
  }
}

extension FlowAdapter {
  /// The child of one module.
  @inlinable func child<M: LeafFeature>(_ part: ChildPart<F, M>) -> FlowScopeAdapter<M> {
    guard let copies = part.copies else {
      // The copies are the whole state.
      guard let whole = store as? Store<FeatureReducer<Copies<M>>> else {
        preconditionFailure("a store of copies holds \(Copies<M>.self), got \(F.self)")
      }
      return FlowScopeAdapter(part.module, Self.child(part.copy, of: whole), depth: part.depth)
    }
    let kind = store.scope(state: copies, action: part.action)
    return FlowScopeAdapter(part.module, Self.child(part.copy, of: kind), depth: part.depth)
  }

  @inlinable static func child<S: StoreView, M: LeafFeature>(
    _ copy: Int, of store: S
  ) -> ScopedStore<M.State, M.Action>
  where S.State == Copies<M>.State, S.Action == Copies<M>.Action {
    guard let child = store.scope(copy, of: \.features, action: .element(of: Copies<M>.self)) else {
      preconditionFailure("copies are never removed, but \(copy) is missing")
    }
    return child
  }
}

/// `flow` for every feature.
@usableFromInline package struct FlowDesign: StoreDesign {
  @usableFromInline package let description = DesignDescription(
    id: "flow",
    summary: "FlowCore.Store: generic over its reducer, in place; compares observed parts")

  @usableFromInline package init() {}

  @inline(never)
  package static func add(to catalogue: inout Catalogue) { catalogue.add(Self()) }

  @inlinable package func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    builder.makeIsolatedStore { FlowAdapter($0, isolation: $1) }
  }

  /// The sender awaits everything that its action caused.
  @inlinable package func makeSuspendingStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    builder.makeStore { FlowAwaitingAdapter($0, AwaitingReducer($0)) }
  }

  @inlinable package func makeOverlappingStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    builder.makeIsolatedStore { FlowServedAdapter($0, isolation: $1) }
  }

  @inlinable package func makeChildren<S: ChildStoreBuilder>(with builder: S) -> S.Built? {
    builder.makeStore(parent: { FlowAdapter($0) }, child: { $0.child($1) })
  }

  /// One and four middlewares; their number is part of the store's type.
  @inlinable package func makeStoreWithMiddlewares<S: StoreBuilder>(
    _ count: Int, with builder: S
  ) -> S.Built? where S.F: ObservingFeature {
    switch count {
    case 1: builder.makeStore { FlowMiddlewareAdapter($0, $0.withOneMiddleware) }
    case 4:
      builder.makeStore {
        let one = PassingMiddleware(feature: $0)
        return FlowMiddlewareAdapter(
          $0, $0.withOneMiddleware.middleware(one).middleware(one).middleware(one))
      }
    default: nil
    }
  }

  @inlinable package func makeLingeringStore<S: StoreBuilder>(with builder: S) -> S.Built?
  where S.F == LingerFeature {
    builder.makeStore { FlowLingerAdapter($0) }
  }
}

/// `flow` with effects that take time and that a newer effect cancels by its identifier.
@usableFromInline struct FlowServedAdapter<F: Feature>: SynchronousStore {
  @usableFromInline let feature: F
  @usableFromInline let store: Store<ServedReducer<F>>

  /// Creates a store on the caller's actor.
  @inlinable init(_ feature: F, isolation: isolated (any Actor)? = #isolation) {
    self.feature = feature
    store = Store(
      initialState: feature.initialState, reducer: ServedReducer(feature), isolation: isolation)
  }

  @inlinable func send(_ action: F.Action) { store.send(action) }

  @inlinable func read(_ reading: Reading, slot: Int) -> UInt64 {
    store.withState { feature.read(reading, $0, slot: slot) }
  }
}

/// `flow` with effects in flight: streams that are cancelled by their identifier.
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
    // The main actor alternates between the cancelled tasks and this one.
    while store.effectsInFlight > 0 { await Task.yield() }
  }

  @inlinable func read(_ reading: Reading, slot: Int) -> UInt64 {
    store.withState { feature.read(reading, $0, slot: slot) }
  }
}

/// `flow` over a reducer with middlewares.
@MainActor
@usableFromInline
struct FlowMiddlewareAdapter<F: LeafFeature, R: Reducer>: @MainActor SynchronousStore
where R.State == F.State, R.Action == F.Action {
  @usableFromInline let feature: F
  @usableFromInline let store: Store<R>

  @inlinable init(_ feature: F, _ reducer: R) {
    self.feature = feature
    store = Store(initialState: feature.initialState, reducer: reducer)
  }

  @inlinable func send(_ action: F.Action) { store.send(action) }

  @inlinable func read(_ reading: Reading, slot: Int) -> UInt64 {
    store.withState { feature.read(reading, $0, slot: slot) }
  }
}

extension ObservingFeature {
  /// The module's reducer with one synchronous middleware.
  @inlinable var withOneMiddleware: MiddlewareReducer<FeatureReducer<Self>, PassingMiddleware<Self>>
  {
    FeatureReducer(self).middleware(PassingMiddleware(feature: self))
  }
}

/// A synchronous middleware of FlowCore's store that looks at the action and lets it pass.
public struct PassingMiddleware<F: ObservingFeature>: Middleware {
  @usableFromInline let feature: F

  /// Creates a middleware for `feature`.
  @inlinable public init(feature: F) { self.feature = feature }

  /// Returns `.none` for generated actions.
  @inlinable public func effect(of action: F.Action, in state: F.State) -> Effect<F.Action> {
    guard let answer = feature.observe(action) else { return .none }
    return .send(answer)
  }
}
