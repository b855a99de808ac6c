import FlowBenchCLI

@MainActor
struct CoalescingAdapter<F: Feature>: @MainActor SynchronousStore {
  private let feature: F
  private let store: CoalescingStore<F.State, F.Action>

  init(_ feature: F) {
    self.feature = feature
    store = CoalescingStore(feature.initialState) { state, action in
      feature.reduce(into: &state, action: action)
      return feature.answer(to: action, after: state)
    }
  }

  static var settles: Bool { true }
  var isBusy: Bool { !store.isIdle }
  func settle() async { await store.whenIdle() }
  func send(_ action: F.Action) { store.send(action) }
  func read(_ reading: Reading, slot: Int) -> UInt64 {
    feature.read(reading, store.state, slot: slot)
  }

  static var notification: NotificationStyle { .subscribing }
  func subscribe(
    _ reading: Reading, slots: [Int], _ changed: @escaping () -> Void
  ) -> [ObservationToken] { [ObservationToken(end: store.observe(changed))] }
}

struct CoalescingDesign: StoreDesign {
  let description = DesignDescription(id: "coalescing", summary: "reduces by turns", hops: true)
  func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    builder.makeStore { CoalescingAdapter($0) }
  }
}
