import PublishedStores
import Workloads

/// `protocol`: reducers and middlewares as existentials.
@MainActor
struct ProtocolAdapter<F: Feature>: @MainActor SuspendingStore, @MainActor NewStore {
  private let feature: F
  let store: ProtocolStore<F.State, F.Action>
  /// How many stores a change has to pass on its way here, one turn of the main queue for each.
  private let depth: Int

  init(_ feature: F) { self.init(feature, middlewares: feature.actionMiddlewares()) }

  init(_ feature: F, middlewares: [any ActionMiddleware<F.State, F.Action>]) {
    self.feature = feature
    depth = 0
    store = ProtocolStore(
      initialState: feature.initialState, reducer: feature.stateReducer(),
      middlewares: middlewares)
  }

  private init<P: Feature>(
    _ feature: F, in parent: ProtocolAdapter<P>, depth: Int,
    state: @escaping @Sendable (P.State) -> F.State,
    action: @escaping @Sendable (F.Action) -> P.Action
  ) {
    self.feature = feature
    self.depth = depth
    var child = parent.store
    for _ in 1..<depth { child = child.derived(state: { $0 }, action: { $0 }) }
    store = child.derived(state: state, action: action)
  }

  static var notification: NotificationStyle { .tracking }

  nonisolated(nonsending) func send(_ action: F.Action) async { await store.send(action) }

  @MainActor func collect() async {
    for _ in 0..<depth { await MainQueue.turn() }
  }

  func read(_ reading: Reading, slot: Int) -> UInt64 {
    feature.read(reading, store.state, slot: slot)
  }
}

extension ProtocolAdapter: @MainActor SuspendingModuleStore where F: LeafFeature {
  typealias Many = ProtocolAdapter<Copies<F>>
}

extension ProtocolAdapter: @MainActor SuspendingScopedModuleStore where F: LeafFeature {
  static func scoped(to parent: Many, _ feature: F, copy: Int, depth: Int) -> Self {
    Self(
      feature, in: parent, depth: depth, state: { $0.features[copy] },
      action: { Copies<F>.Action(index: copy, action: $0) })
  }

  static func scoped(
    to parent: ProtocolAdapter<AppFeature>, _ feature: F, _ part: AppPart<F>, copy: Int,
    depth: Int
  ) -> Self {
    Self(
      feature, in: parent, depth: depth, state: { $0[keyPath: part.state].features[copy] },
      action: { part.embed(Copies<F>.Action(index: copy, action: $0)) })
  }
}
