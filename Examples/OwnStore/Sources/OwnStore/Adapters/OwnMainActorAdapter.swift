import FlowBenchCLI

@MainActor
struct OwnMainActorAdapter<F: Feature>: @MainActor SynchronousStore {
  private let feature: F
  private let store: MainActorStore<F.State, F.Action>

  init(_ feature: F) {
    self.feature = feature
    store = MainActorStore(feature.initialState) { feature.reduce(into: &$0, action: $1) }
  }

  static var notification: NotificationStyle { .tracking }
  func send(_ action: F.Action) {
    store.send(action)
    // The store has no effects, so the adapter does the work.
    if let answer = feature.answer(to: action, after: store.state) { send(answer) }
  }
  func read(_ reading: Reading, slot: Int) -> UInt64 {
    feature.read(reading, store.state, slot: slot)
  }
}

struct OwnMainActorDesign: StoreDesign {
  let description = DesignDescription(
    id: "own-main-actor", summary: "an observable class of the main actor")
  func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    builder.makeStore { OwnMainActorAdapter($0) }
  }
}
