public import FlowCore
public import FlowHarness
public import FlowTrace
import Foundation
public import PublishedStores
public import Workloads

/// `flow` that writes each action into a file before it reduces it.
@usableFromInline struct FlowTracedAdapter<F: Feature>: SynchronousStore {
  @usableFromInline let feature: F
  @usableFromInline let store: Store<TracingReducer<FeatureReducer<F>>>

  @usableFromInline init(_ feature: F) {
    self.feature = feature
    let writer: TraceWriter<F.Action> = Self.writer()
    store = Store(
      initialState: feature.initialState, reducer: FeatureReducer(feature).tracing(to: writer))
  }

  /// Writes into a file without a name, which is gone when nobody has it open.
  private static func writer() -> TraceWriter<F.Action> {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).trace")
    do {
      let writer = try TraceWriter<F.Action>(creating: url)
      try FileManager.default.removeItem(at: url)
      return writer
    } catch { preconditionFailure("a trace must be written, got \(error)") }
  }

  @inlinable func send(_ action: F.Action) { store.send(action) }

  @inlinable func read(_ reading: Reading, slot: Int) -> UInt64 {
    store.withState { feature.read(reading, $0, slot: slot) }
  }
}

/// `flow-traced`: what it costs to write each action as a line of JSON.
@usableFromInline package struct FlowTracedDesign: StoreDesign {
  @usableFromInline package let description = DesignDescription(
    id: "flow-traced", summary: "flow that writes each action into a file, a line of JSON each",
    questions: [.history])

  @inlinable package init() {}

  /// Adds it for what is asked about histories; its loops are compiled here.
  @inline(never)
  @usableFromInline package static func add(to catalogue: inout Catalogue) {
    catalogue.add(Self(), for: Workload<CounterFeature>.counter)
    catalogue.add(Self(), for: Workload<ShopFeature>.shop)
  }

  @inlinable package func plug<S: StoreSocket>(into socket: S) -> S.Plugged? {
    socket.plug { FlowTracedAdapter($0) }
  }
}

/// `flow` whose actions are written as a trace, a hundred at a time, read again and replayed.
@usableFromInline struct FlowReplayedAdapter<F: Feature>: SynchronousStore {
  @usableFromInline let feature: F
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

  /// Brings the state to where all actions are reduced.
  @usableFromInline func replay() {
    guard !waiting.actions.isEmpty else { return }
    do {
      let data = try Trace(actions: waiting.actions).data()
      waiting.actions.removeAll(keepingCapacity: true)
      try Trace<F.Action>(data: data).replay { store.send($0) }
    } catch { preconditionFailure("what was written must be readable, got \(error)") }
  }

  @inlinable func read(_ reading: Reading, slot: Int) -> UInt64 {
    replay()
    return store.withState { feature.read(reading, $0, slot: slot) }
  }
}

/// Actions that are in no trace yet.
@usableFromInline final class WaitingActions<Action> {
  /// How many make a trace.
  @inlinable static var traceLength: Int { 100 }
  @usableFromInline var actions: [Action] = []

  @inlinable init() { actions.reserveCapacity(Self.traceLength) }
}

/// `flow-replayed`: what it costs to write a trace, read it and send what it says.
@usableFromInline package struct FlowReplayedDesign: StoreDesign {
  @usableFromInline package let description = DesignDescription(
    id: "flow-replayed",
    summary: "flow that reduces what it has read from traces of 100 actions, written before",
    questions: [.history])

  @inlinable package init() {}

  /// Adds it for what is asked about histories; its loops are compiled here.
  @inline(never)
  @usableFromInline package static func add(to catalogue: inout Catalogue) {
    catalogue.add(Self(), for: Workload<CounterFeature>.counter)
    catalogue.add(Self(), for: Workload<ShopFeature>.shop)
  }

  @inlinable package func plug<S: StoreSocket>(into socket: S) -> S.Plugged? {
    socket.plug { FlowReplayedAdapter($0) }
  }
}
