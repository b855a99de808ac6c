public import FlowCore
public import FlowHarness
public import Workloads

/// `flow` with a history.
@usableFromInline struct FlowHistoryAdapter<F: Feature>: SynchronousStore {
  @usableFromInline let feature: F
  @usableFromInline let history: History<F.State, F.Action>
  @usableFromInline let store: Store<RecordingReducer<FeatureReducer<F>>>

  @inlinable init(_ feature: F) {
    self.feature = feature
    history = History(capacity: 1_000, interval: 50)
    store = Store(
      initialState: feature.initialState,
      reducer: FeatureReducer(feature).recording(into: history))
  }

  @inlinable func send(_ action: F.Action) { store.send(action) }

  @inlinable func read(_ reading: Reading, slot: Int) -> UInt64 {
    store.withState { feature.read(reading, $0, slot: slot) }
  }
}

/// `flow-history`: the cost of keeping the last 1,000 actions.
@usableFromInline package struct FlowHistoryDesign: StoreDesign {
  @usableFromInline package let description = DesignDescription(
    id: "flow-history", summary: "flow with a history of 1,000 actions and a state for every 50",
    questions: [.history])

  @inline(never)
  package static func add(to catalogue: inout Catalogue) {
    catalogue.add(Self(), for: Workload<CounterFeature>.counter)
    catalogue.add(Self(), for: Workload<ShopFeature>.shop)
  }

  @inlinable package func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    builder.makeStore { FlowHistoryAdapter($0) }
  }
}
