import FlowBenchCLI

struct OwnClassAdapter<F: Feature>: SynchronousStore {
  private let feature: F
  private let store: ClassStore<F.State>

  init(_ feature: F) {
    self.feature = feature
    store = ClassStore(feature.initialState) { state, action in
      if let action = action as? F.Action { feature.reduce(into: &state, action: action) }
    }
  }

  static var notification: NotificationStyle { .subscribing }
  func send(_ action: F.Action) {
    store.send(action)
    if let answer = feature.answer(to: action, after: store.state) { send(answer) }
  }
  func read(_ reading: Reading, slot: Int) -> UInt64 {
    feature.read(reading, store.state, slot: slot)
  }
  func subscribe(
    _ reading: Reading, slots: [Int], _ changed: @escaping () -> Void
  ) -> [ObservationToken] {
    let token = store.observe { _ in changed() }
    return [ObservationToken { token.cancel() }]
  }
}

struct OwnClassDesign: StoreDesign {
  let description = DesignDescription(id: "own-class", summary: "a class that takes any action")
  func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    builder.makeStore { OwnClassAdapter($0) }
  }
}
