public import FlowHarness
public import PublishedStores
public import Workloads

/// `returning`, with the caller doing the work, because the store has no effects.
@usableFromInline struct ReturningAdapter<F: Feature>: SynchronousStore {
  @usableFromInline let feature: F
  @usableFromInline let store: ReturningStore<F.State, F.Action>

  @inlinable init(_ feature: F) {
    self.feature = feature
    store = ReturningStore(
      initialState: feature.initialState, reducer: feature.returningReducer())
  }

  @inlinable func send(_ action: F.Action) {
    store.send(action)
    if let answer = feature.answer(to: action, after: store.state) { send(answer) }
  }

  @inlinable func read(_ reading: Reading, slot: Int) -> UInt64 {
    feature.read(reading, store.state, slot: slot)
  }
}

/// `returning` for every feature.
@usableFromInline package struct ReturningDesign: StoreDesign {
  @usableFromInline package let description = DesignDescription(
    id: "returning", summary: "(State, Action) -> State in a class",
    questions: [.sizes, .collections])

  @usableFromInline package init() {}

  @inline(never)
  package static func add(to catalogue: inout Catalogue) { catalogue.add(Self()) }

  @inlinable package func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    builder.makeStore { ReturningAdapter($0) }
  }
}
