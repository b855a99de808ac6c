import FlowBenchCLI

@MainActor
struct OwnAwaitedAdapter<F: Feature>: @MainActor SuspendingStore {
  private let feature: F
  private let store: AwaitedStore<F.State, F.Action>

  init(_ feature: F) {
    self.feature = feature
    store = AwaitedStore(feature.initialState) { state, action in
      feature.reduce(into: &state, action: action)
      guard let request = feature.request(for: action, after: state) else { return nil }
      return { await feature.answer(request) }
    }
  }

  static var notification: NotificationStyle { .tracking }
  nonisolated(nonsending) func send(_ action: F.Action) async { await store.send(action) }
  func read(_ reading: Reading, slot: Int) -> UInt64 {
    feature.read(reading, store.state, slot: slot)
  }
}

struct OwnAwaitedDesign: StoreDesign {
  let description = DesignDescription(
    id: "own-awaited", summary: "@Observable, with async send", hops: true)
  func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    builder.makeStore { OwnAwaitedAdapter($0) }
  }
  func makeSuspendingStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    makeStore(with: builder)
  }
}
