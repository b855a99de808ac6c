public import FlowCore
public import FlowHarness
import Measurement
public import Workloads

/// A store of `flow` with a history, which takes each action back and does it again.
@usableFromInline struct UndoingStore<F: Feature> {
  /// What keeps the history.
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
}

/// `UndoingStore`, driven.
@usableFromInline struct FlowUndoAdapter<F: Feature>: SynchronousStore {
  @usableFromInline let undoing: UndoingStore<F>

  @inlinable init(_ feature: F) { undoing = UndoingStore(feature) }

  @inlinable func send(_ action: F.Action) { undoing.send(action) }

  @inlinable func read(_ reading: Reading, slot: Int) -> UInt64 {
    undoing.recorded.read(reading, slot: slot)
  }
}

/// `flow-undo`: what it costs to go back by one action, and forward again.
@usableFromInline package struct FlowUndoDesign: StoreDesign {
  @usableFromInline package let description = DesignDescription(
    id: "flow-undo", summary: "flow-history; each action is taken back and done again",
    questions: [.history])

  @inlinable package init() {}

  /// Adds it for what is asked about histories; its loops are compiled here.
  @inline(never)
  @usableFromInline package static func add(to catalogue: inout Catalogue) {
    catalogue.add(Self(), for: Workload<CounterFeature>.counter)
    catalogue.add(Self(), for: Workload<ShopFeature>.shop)
  }

  @inlinable package func plug<S: StoreSocket>(into socket: S) -> S.Plugged? {
    socket.plug { FlowUndoAdapter($0) }
  }

  @usableFromInline package func handLoop(_ feature: CounterFeature) -> HandLoop? {
    let store = UndoingStore(feature)
    return HandLoop(
      drive: { HandWrittenLoops.flowUndo($0, store) }, state: { store.recorded.store.state })
  }
}

extension HandWrittenLoops {
  /// `flow-undo`: `send`.
  @inline(never)
  static func flowUndo(_ actions: Actions, _ store: UndoingStore<CounterFeature>) -> UInt64 {
    let startNs = MonotonicClock.nowNs()
    for action in actions { store.send(action) }
    return MonotonicClock.nowNs() - startNs
  }
}
