import FlowBenchCLI

@MainActor
struct CallbackAdapter<F: Feature>: @MainActor SynchronousStore {
  private let feature: F
  private let store: CallbackStore<F.State, F.Action>
  private let inFlight = WorkInFlight()

  init(_ feature: F) {
    self.feature = feature
    store = CallbackStore(feature.initialState) { feature.reduce(into: &$0, action: $1) }
  }

  static var settles: Bool { true }
  var isBusy: Bool { !inFlight.isEmpty }
  func settle() async { await inFlight.settle() }

  func send(_ action: F.Action) {
    inFlight.begin()
    store.send(action) {
      if let answer = feature.answer(to: action, after: store.state) { send(answer) }
      inFlight.end()
    }
  }

  func read(_ reading: Reading, slot: Int) -> UInt64 {
    feature.read(reading, store.state, slot: slot)
  }
}

struct CallbackDesign: StoreDesign {
  let description = DesignDescription(id: "callback", summary: "calls back when done", hops: true)
  func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    builder.makeStore { CallbackAdapter($0) }
  }
}
