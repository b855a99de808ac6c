import FlowBenchCLI

/// Connects the store to FlowBench, for any feature.
struct OwnValueAdapter<F: Feature>: SynchronousStore {
  private let feature: F
  private var store: ValueStore<F.State, F.Action>

  init(_ feature: F) {
    self.feature = feature
    store = ValueStore(feature.initialState) { feature.reduce(into: &$0, action: $1) }
  }

  mutating func send(_ action: F.Action) {
    store.send(action)
    // The store has no effects, so the adapter does the work.
    if let answer = feature.answer(to: action, after: store.state) { send(answer) }
  }

  func read(_ reading: Reading, slot: Int) -> UInt64 {
    feature.read(reading, store.state, slot: slot)
  }
}

struct OwnValueDesign: StoreDesign {
  let description = DesignDescription(id: "own-value", summary: "a struct with mutating send")
  func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    builder.makeStore { OwnValueAdapter($0) }
  }
}
