import FlowBenchCLI
import PublishedStores

/// A copy of FlowBench's `inout`, with the store of the articles.
struct OwnInoutAdapter<F: Feature>: SynchronousStore {
  private let feature: F
  private let store: InoutStore<F.State, F.Action>

  init(_ feature: F) {
    self.feature = feature
    store = InoutStore(initialState: feature.initialState, reducer: feature.inoutReducer())
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
    [store.subscribe { _ in changed() }]
  }
}

struct OwnInoutDesign: StoreDesign {
  let description = DesignDescription(
    id: "own-inout", summary: "inout, from this package", questions: [])

  func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    builder.makeStore { OwnInoutAdapter($0) }
  }
}
