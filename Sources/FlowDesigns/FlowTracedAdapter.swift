public import FlowCore
public import FlowHarness
public import FlowTrace
import Foundation
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

  /// Creates a writer into a file without a name, which disappears when it is closed.
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

/// `flow-traced`: the cost of writing each action as a line of JSON.
@usableFromInline package struct FlowTracedDesign: StoreDesign {
  @usableFromInline package let description = DesignDescription(
    id: "flow-traced", summary: "flow that writes each action to a file as a line of JSON",
    questions: [.history])

  @inline(never)
  package static func add(to catalogue: inout Catalogue) {
    catalogue.add(Self(), for: Workload<CounterFeature>.counter)
    catalogue.add(Self(), for: Workload<ShopFeature>.shop)
  }

  @inlinable package func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    builder.makeStore { FlowTracedAdapter($0) }
  }
}
