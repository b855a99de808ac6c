public import FlowCore
public import FlowHarness
public import PublishedStores
public import Workloads

/// `inout`, with the caller doing the work, because the store has no effects.
@usableFromInline struct InoutAdapter<F: Feature>: SynchronousStore {
  @usableFromInline let feature: F
  @usableFromInline let store: InoutStore<F.State, F.Action>

  @inlinable init(_ feature: F) {
    self.feature = feature
    store = InoutStore(initialState: feature.initialState, reducer: feature.inoutReducer())
  }

  /// Creates a child `depth` views below `parent`.
  @inlinable init<P: Feature>(
    in parent: InoutAdapter<P>, _ part: ChildPart<P, F>
  ) where F: LeafFeature {
    feature = part.module
    var view = parent.store
    for _ in 1..<part.depth { view = view.view(value: { $0 }, action: { $0 }) }
    store = view.view(value: part.state, action: part.embed)
  }

  @inlinable static var notification: NotificationStyle { .subscribing }

  @inlinable func send(_ action: F.Action) {
    store.send(action)
    if let answer = feature.answer(to: action, after: store.state) { send(answer) }
  }

  @inlinable func read(_ reading: Reading, slot: Int) -> UInt64 {
    feature.read(reading, store.state, slot: slot)
  }

  @inlinable func subscribe(
    _ reading: Reading, slots: [Int], _ changed: @escaping () -> Void
  ) -> [ObservationToken] {
    [store.subscribe { _ in changed() }]
  }
}

/// `inout` for every feature.
@usableFromInline package struct InoutDesign: StoreDesign {
  @usableFromInline package let description = DesignDescription(
    id: "inout", summary: "(inout State, Action) -> Void, combine and pullback",
    questions: [.loads, .sizes, .collections, .views, .viewShapes, .oneView, .scopes, .workers])

  @usableFromInline package init() {}

  @inline(never)
  package static func add(to catalogue: inout Catalogue) { catalogue.add(Self()) }

  @inlinable package func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    builder.makeStore { InoutAdapter($0) }
  }

  @inlinable package func makeChildren<S: ChildStoreBuilder>(with builder: S) -> S.Built? {
    builder.makeStore(
      parent: { InoutAdapter($0) }, child: { InoutAdapter<S.Module>(in: $0, $1) })
  }
}
