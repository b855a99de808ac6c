public import FlowCore
public import FlowHarness
import FlowTrace
public import Workloads

/// `flow` whose actions are written as a trace, a hundred at a time, then read and replayed.
@usableFromInline struct FlowReplayedAdapter<F: Feature>: SynchronousStore {
  @usableFromInline let feature: F
  /// The store that reduces the replayed actions.
  @usableFromInline let store: Store<FeatureReducer<F>>
  @usableFromInline let waiting = WaitingActions<F.Action>()

  @inlinable init(_ feature: F) {
    self.feature = feature
    store = Store(initialState: feature.initialState, reducer: FeatureReducer(feature))
  }

  @inlinable func send(_ action: F.Action) {
    waiting.actions.append(action)
    if waiting.actions.count == WaitingActions<F.Action>.traceLength { replay() }
  }

  @inlinable func read(_ reading: Reading, slot: Int) -> UInt64 {
    replay()
    return store.withState { feature.read(reading, $0, slot: slot) }
  }

  /// Reduces all waiting actions.
  @inline(never)
  @usableFromInline func replay() {
    guard !waiting.actions.isEmpty else { return }
    do {
      let data = try Trace(actions: waiting.actions).data()
      waiting.actions.removeAll(keepingCapacity: true)
      try Trace<F.Action>(data: data).replay { store.send($0) }
    } catch { preconditionFailure("a written trace must be readable, got \(error)") }
  }
}

/// The actions that are not in a trace yet.
@usableFromInline final class WaitingActions<Action> {
  /// The number of actions in a trace.
  @inlinable static var traceLength: Int { 100 }
  @usableFromInline var actions: [Action] = []

  @inlinable init() { actions.reserveCapacity(Self.traceLength) }
}

/// `flow-replayed`: the cost of writing, reading and replaying a trace.
@usableFromInline package struct FlowReplayedDesign: StoreDesign {
  @usableFromInline package let description = DesignDescription(
    id: "flow-replayed",
    summary: "flow that replays recorded traces of 100 actions",
    questions: [.history])

  @inline(never)
  package static func add(to catalogue: inout Catalogue) {
    catalogue.add(Self(), for: Workload<CounterFeature>.counter)
    catalogue.add(Self(), for: Workload<ShopFeature>.shop)
  }

  @inlinable package func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    builder.makeStore { FlowReplayedAdapter($0) }
  }
}
