public import FlowCore
public import FlowHarness
public import PublishedStores
public import Workloads

/// `effect`: the store itself runs what its reducer returns.
@usableFromInline struct EffectAdapter<F: Feature>: SynchronousStore {
  @usableFromInline let feature: F
  @usableFromInline let store: EffectStore<F.State, F.Action>

  @inlinable init(_ feature: F) {
    self.feature = feature
    store = EffectStore(initialState: feature.initialState, reducer: feature.effectReducer())
  }

  /// Creates a child `depth` views below `parent`.
  @inlinable init<P: Feature>(
    in parent: EffectAdapter<P>, _ part: ChildPart<P, F>
  ) where F: LeafFeature {
    feature = part.module
    var view = parent.store
    for _ in 1..<part.depth { view = view.view(value: { $0 }, action: { $0 }) }
    store = view.view(value: part.state, action: part.embed)
  }

  @inlinable static var notification: NotificationStyle { .subscribing }

  // Inlined into the loop.
  @inline(__always)
  @inlinable func send(_ action: F.Action) { store.send(action) }

  @inlinable func read(_ reading: Reading, slot: Int) -> UInt64 {
    feature.read(reading, store.state, slot: slot)
  }

  @inlinable func subscribe(
    _ reading: Reading, slots: [Int], _ changed: @escaping () -> Void
  ) -> [ObservationToken] {
    [store.subscribe { _ in changed() }]
  }
}

/// `effect` for every feature.
@usableFromInline package struct EffectDesign: StoreDesign {
  @usableFromInline package let description = DesignDescription(
    id: "effect", summary: "(inout State, Action) -> [Effect], run by the store",
    questions: [.sizes])

  @usableFromInline package init() {}

  @inline(never)
  package static func add(to catalogue: inout Catalogue) { catalogue.add(Self()) }

  @inlinable package func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    builder.makeStore { EffectAdapter($0) }
  }

  @inlinable package func makeChildren<S: ChildStoreBuilder>(with builder: S) -> S.Built? {
    builder.makeStore(
      parent: { EffectAdapter($0) }, child: { EffectAdapter<S.Module>(in: $0, $1) })
  }
}
