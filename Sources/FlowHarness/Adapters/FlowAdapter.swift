import FlowCore
import Workloads

/// `flow`: FlowCore's own store.
struct FlowAdapter<F: Feature>: SynchronousStore, NewStore {
  private let feature: F
  let store: Store<FeatureReducer<F>>

  init(_ feature: F) {
    self.feature = feature
    store = Store(initialState: feature.initialState, reducer: FeatureReducer(feature))
  }

  static var notification: NotificationStyle { .subscribing }

  func send(_ action: F.Action) { store.send(action) }

  func read(_ reading: Reading, slot: Int) -> UInt64 {
    feature.read(reading, store.state, slot: slot)
  }

  func subscribe(
    _ reading: Reading, slots: [Int], _ changed: @escaping () -> Void
  ) -> [Subscription] {
    // Which slots there are never changes here; everything else is made from the slots' slices.
    guard reading != .structure else {
      return [store.subscribe(to: { feature.read(.structure, $0, slot: 0) }) { _ in changed() }]
    }
    return slots.map { slot in
      feature.visitSlice(
        slot: slot, SliceSubscriber(store: store, part: { $0 }, changed: changed))
    }
  }
}

/// Subscribes to a slice of a part of a store's state, by value.
private struct SliceSubscriber<R: Reducer, State>: SliceVisitor {
  let store: Store<R>
  let part: (R.State) -> State
  let changed: () -> Void

  func visit<Slice: Equatable>(_ slice: @escaping (State) -> Slice) -> Subscription {
    store.subscribe(to: { slice(part($0)) }) { _ in changed() }
  }
}

extension FlowAdapter: SynchronousModuleStore where F: LeafFeature {
  typealias Many = FlowAdapter<Copies<F>>
}

/// One module's child of a `flow` store.
struct FlowScopeAdapter<P: Feature, F: Feature>: SynchronousStore {
  private let feature: F
  private let root: Store<FeatureReducer<P>>
  private let slice: (P.State) -> F.State
  private let scope: ScopedStore<FeatureReducer<P>, F.State, F.Action>

  fileprivate init(
    _ feature: F, in parent: FlowAdapter<P>, depth: Int,
    state: @escaping (P.State) -> F.State, action: @escaping (F.Action) -> P.Action
  ) {
    self.feature = feature
    root = parent.store
    slice = state
    guard depth > 1 else {
      scope = parent.store.scope(state: state, action: action)
      return
    }
    var outer = parent.store.scope(
      state: { (state: P.State) in state }, action: { (action: P.Action) in action })
    for _ in 2..<depth {
      outer = outer.scope(
        state: { (state: P.State) in state }, action: { (action: P.Action) in action })
    }
    scope = outer.scope(state: state, action: action)
  }

  static var notification: NotificationStyle { .subscribing }

  func send(_ action: F.Action) { scope.send(action) }

  func read(_ reading: Reading, slot: Int) -> UInt64 {
    feature.read(reading, scope.state, slot: slot)
  }

  func subscribe(
    _ reading: Reading, slots: [Int], _ changed: @escaping () -> Void
  ) -> [Subscription] {
    [
      feature.visitSlice(
        slot: 0, SliceSubscriber(store: root, part: slice, changed: changed))
    ]
  }
}

extension FlowAdapter: ScopedModuleStore where F: LeafFeature {
  static func scoped(
    to parent: Many, _ feature: F, copy: Int, depth: Int
  ) -> FlowScopeAdapter<Copies<F>, F> {
    FlowScopeAdapter(
      feature, in: parent, depth: depth, state: { $0.features[copy] },
      action: { Copies<F>.Action(index: copy, action: $0) })
  }

  static func scoped(
    to parent: FlowAdapter<AppFeature>, _ feature: F, _ part: AppPart<F>, copy: Int, depth: Int
  ) -> FlowScopeAdapter<AppFeature, F> {
    FlowScopeAdapter(
      feature, in: parent, depth: depth, state: { $0[keyPath: part.state].features[copy] },
      action: { part.embed(Copies<F>.Action(index: copy, action: $0)) })
  }
}
