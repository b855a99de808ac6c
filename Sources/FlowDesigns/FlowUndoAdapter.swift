public import FlowCore
public import FlowHarness
public import Workloads

/// `flow` with a history, which undoes and redoes each action.
@usableFromInline struct FlowUndoAdapter<F: Feature>: SynchronousStore {
  /// The store that keeps the history.
  @usableFromInline let recorded: FlowHistoryAdapter<F>

  @inlinable init(_ feature: F) { recorded = FlowHistoryAdapter(feature) }

  @inlinable func send(_ action: F.Action) {
    recorded.store.send(action)
    do throws(HistoryError) {
      try recorded.history.goBack(in: recorded.store)
      try recorded.history.goForward(in: recorded.store)
    } catch {
      preconditionFailure("the last action must be in reach, got \(error)")
    }
  }

  @inlinable func read(_ reading: Reading, slot: Int) -> UInt64 {
    recorded.read(reading, slot: slot)
  }
}

/// `flow-undo`: the cost of undoing and redoing one action.
@usableFromInline package struct FlowUndoDesign: StoreDesign {
  @usableFromInline package let description = DesignDescription(
    id: "flow-undo", summary: "flow-history; each action is undone and redone",
    questions: [.history])

  @inline(never)
  package static func add(to catalogue: inout Catalogue) {
    catalogue.add(Self(), for: Workload<CounterFeature>.counter)
    catalogue.add(Self(), for: Workload<ShopFeature>.shop)
  }

  @inlinable package func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    builder.makeStore { FlowUndoAdapter($0) }
  }
}
