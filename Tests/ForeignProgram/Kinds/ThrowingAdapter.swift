import FlowBenchCLI

struct ThrowingAdapter<F: Feature>: SynchronousStore {
  private let feature: F
  private let store: ThrowingStore<F.State, F.Action>

  init(_ feature: F) {
    self.feature = feature
    store = ThrowingStore(feature.initialState, accepts: feature.accepts) {
      feature.reduce(into: &$0, action: $1)
    }
  }

  func send(_ action: F.Action) {
    // Workloads send valid actions only, so a refused one must not be measured.
    do { try store.send(action) } catch { fatalError("'throwing' refused an action: \(error)") }
    if let answer = feature.answer(to: action, after: store.state) { send(answer) }
  }

  func read(_ reading: Reading, slot: Int) -> UInt64 {
    feature.read(reading, store.state, slot: slot)
  }
}

struct ThrowingDesign: StoreDesign {
  let description = DesignDescription(id: "throwing", summary: "a class whose send throws")
  func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    builder.makeStore { ThrowingAdapter($0) }
  }
}
