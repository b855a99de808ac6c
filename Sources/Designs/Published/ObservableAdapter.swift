public import FlowHarness
public import PublishedStores
public import Workloads

/// `observable`, with the caller doing the work, because the store has no effects.
@usableFromInline struct ObservableAdapter<F: Feature>: SynchronousStore {
  @usableFromInline let feature: F
  @usableFromInline let store: ObservableStore<F.State, F.Action>

  @inlinable init(_ feature: F) {
    self.feature = feature
    store = ObservableStore(
      initialState: feature.initialState, reducer: feature.returningReducer())
  }

  @inlinable static var isErased: Bool { true }
  @inlinable static var notification: NotificationStyle { .tracking }

  @inlinable func send(_ action: F.Action) {
    store.send(action)
    if let answer = feature.answer(to: action, after: store.state) { send(answer) }
  }

  @inlinable func read(_ reading: Reading, slot: Int) -> UInt64 {
    feature.read(reading, store.state, slot: slot)
  }
}

/// `observable` for every feature.
@usableFromInline package struct ObservableDesign: StoreDesign {
  @usableFromInline package let description = DesignDescription(
    id: "observable", summary: "the same, marked @Observable",
    questions: [.views, .oneView])

  @usableFromInline package init() {}

  @inline(never)
  package static func add(to catalogue: inout Catalogue) { catalogue.add(Self()) }

  @inlinable package func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    builder.makeStore { ObservableAdapter($0) }
  }
}
