import PublishedStores
import Synchronization
import Workloads

/// `actor`, with the caller doing the work that the store's shape has no place for.
///
/// A class, so that one reference is held while one of many is sent to, as an actor's would be.
final class ActorAdapter<F: Feature>: ConcurrentStore, NewStore {
  private let feature: F
  let store: ActorStore<F.State, F.Action>
  private let collected: Collected

  /// The state as it was when it was last asked for; an actor cannot be read without waiting.
  private final class Collected: Sendable {
    let state: Mutex<F.State>
    init(_ state: F.State) { self.state = Mutex(state) }
  }

  init(_ feature: F) {
    self.feature = feature
    store = ActorStore(initialState: feature.initialState, reducer: feature.inoutReducer())
    collected = Collected(feature.initialState)
  }

  @concurrent func sendConcurrently(_ action: F.Action) async {
    await store.send(action)
    guard F.hasEffects, feature.mayRequest(action) else { return }
    if let request = feature.request(for: action, after: await store.state),
      let answer = feature.perform(request)
    {
      await sendConcurrently(answer)
    }
  }

  nonisolated(nonsending) func collect() async {
    let state = await store.state
    collected.state.withLock { $0 = state }
  }

  func read(_ reading: Reading, slot: Int) -> UInt64 {
    collected.state.withLock { feature.read(reading, $0, slot: slot) }
  }
}

extension ActorAdapter: SuspendingModuleStore where F: LeafFeature {
  typealias Many = ActorAdapter<Copies<F>>
}
