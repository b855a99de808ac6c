public import FlowHarness
public import PublishedStores
public import Workloads

/// `actor`, with the caller doing the work, because the store has no effects.
///
/// A class, so that a send retains one reference, as that of an actor does.
@usableFromInline final class ActorAdapter<F: Feature>: ConcurrentStore {
  @usableFromInline let feature: F
  @usableFromInline let store: ActorStore<F.State, F.Action>
  @usableFromInline let snapshot: StateSnapshot<F.State>

  @inlinable init(_ feature: F) {
    self.feature = feature
    store = ActorStore(initialState: feature.initialState, reducer: feature.inoutReducer())
    snapshot = StateSnapshot(feature.initialState)
  }

  @inlinable @concurrent func sendConcurrently(_ action: F.Action) async {
    await store.send(action)
    guard F.hasEffects, feature.mayRequest(action) else { return }
    if let request = feature.request(for: action, after: await store.state),
      let answer = feature.perform(request)
    {
      await sendConcurrently(answer)
    }
  }

  @inlinable nonisolated(nonsending) func collect() async {
    snapshot.state = await store.state
  }

  @inlinable func read(_ reading: Reading, slot: Int) -> UInt64 {
    feature.read(reading, snapshot.state, slot: slot)
  }
}

/// `actor` for every feature.
@usableFromInline package struct ActorDesign: StoreDesign {
  @usableFromInline package let description = DesignDescription(
    id: "actor", summary: "the inout reducer behind an actor",
    questions: [.workers])

  @usableFromInline package init() {}

  @inline(never)
  package static func add(to catalogue: inout Catalogue) { catalogue.add(Self()) }

  @inlinable package func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    builder.makeStore { ActorAdapter($0) }
  }
}
