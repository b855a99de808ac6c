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
    store.withState { feature.read(reading, $0, slot: slot) }
  }

  func subscribe(
    _ reading: Reading, slots: [Int], _ changed: @escaping () -> Void
  ) -> [Subscription] {
    // Which slots there are never changes here; everything else is made from the slots' slices.
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
private struct SliceSubscriber<S: StoreView>: SliceVisitor {
  let store: S
  let region: StateRegion
  let changed: () -> Void

  func visit<Slice: Equatable>(_ slice: @escaping (S.State) -> Slice) -> Subscription {
    store.subscribe(to: slice, within: region) { _ in changed() }
  }
}

extension FlowAdapter: SynchronousModuleStore where F: LeafFeature {
  typealias Many = FlowAdapter<Copies<F>>
}

/// One module's child of a `flow` store.
struct FlowScopeAdapter<F: Feature>: SynchronousStore {
  private let feature: F
  private let scope: ScopedStore<F.State, F.Action>

  /// A child that lies `depth` scopes below the store of `outermost`.
  fileprivate init(
    _ feature: F, _ outermost: ScopedStore<F.State, F.Action>, depth: Int
  ) {
    self.feature = feature
    var scope = outermost
    for _ in 1..<depth {
      scope = scope.scope(state: \.self, action: { (action: F.Action) in action })
    }
    self.scope = scope
  }

  static var notification: NotificationStyle { .subscribing }

  func send(_ action: F.Action) { scope.send(action) }

  func read(_ reading: Reading, slot: Int) -> UInt64 {
    feature.read(reading, scope.current, slot: slot)
  }

  func subscribe(
    _ reading: Reading, slots: [Int], _ changed: @escaping () -> Void
  ) -> [Subscription] {
    [
      feature.visitSlice(
        slot: 0, SliceSubscriber(store: scope, region: .all, changed: changed))
    ]
  }
}

extension FlowAdapter: ScopedModuleStore where F: LeafFeature {
  static func scoped(
    to parent: Many, _ feature: F, copy: Int, depth: Int
  ) -> FlowScopeAdapter<F> {
    FlowScopeAdapter(feature, child(copy, of: parent.store) { $0 }, depth: depth)
  }

  static func scoped(
    to parent: FlowAdapter<AppFeature>, _ feature: F, _ part: AppPart<F>, copy: Int, depth: Int
  ) -> FlowScopeAdapter<F> {
    let kind = parent.store.scope(state: part.state, action: part.embed)
    return FlowScopeAdapter(feature, child(copy, of: kind) { $0 }, depth: depth)
  }

  private static func child<S: StoreView>(
    _ copy: Int, of store: S, _ embed: @escaping (Copies<F>.Action) -> S.Action
  ) -> ScopedStore<F.State, F.Action> where S.State == Copies<F>.State {
    guard
      let child = store.scope(
        copy, of: \.features, action: { embed(Copies<F>.Action(index: $0, action: $1)) })
    else { preconditionFailure("copies are never removed, but \(copy) is not there") }
    return child
  }
}
