import FlowBenchCLI

final class OwnActorAdapter<F: Feature>: ConcurrentStore {
  private let feature: F
  private let store: ActorStore<F.State, F.Action>
  private let snapshot: StateSnapshot<F.State>

  init(_ feature: F) {
    self.feature = feature
    store = ActorStore(feature.initialState) { feature.reduce(into: &$0, action: $1) }
    snapshot = StateSnapshot(feature.initialState)
  }

  @concurrent func sendConcurrently(_ action: F.Action) async {
    await store.send(action)
    guard feature.mayRequest(action) else { return }
    let state = await store.state
    if let answer = feature.answer(to: action, after: state) { await sendConcurrently(answer) }
  }
  // The state of an actor cannot be read synchronously, so it is fetched before reads.
  nonisolated(nonsending) func collect() async { snapshot.state = await store.state }
  func read(_ reading: Reading, slot: Int) -> UInt64 {
    feature.read(reading, snapshot.state, slot: slot)
  }
}

struct OwnActorDesign: StoreDesign {
  let description = DesignDescription(id: "own-actor", summary: "an actor", hops: true)
  func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    builder.makeStore { OwnActorAdapter($0) }
  }
}
