import FlowCore
import Workloads

/// `publisher`: effects arrive through the main queue, also the ones that have nothing to say.
@MainActor
struct PublisherAdapter<F: Feature>: @MainActor SynchronousStore, @MainActor NewStore {
  private let feature: F
  private let store: PublisherStore<F.State, F.Action, EffectDependencies<F.Request, F.Action>>

  init(_ feature: F) {
    self.feature = feature
    store = PublisherStore(
      initialState: feature.initialState, reducer: feature.publisherReducer(),
      environment: feature.effectDependencies())
  }

  static var notification: NotificationStyle { .subscribing }

  func send(_ action: F.Action) { store.send(action) }

  static var settles: Bool { true }
  var isBusy: Bool { store.effectsInFlight > 0 }

  @MainActor func settle() async {
    while store.effectsInFlight > 0 { await MainQueue.turn() }
  }

  func read(_ reading: Reading, slot: Int) -> UInt64 {
    feature.read(reading, store.state, slot: slot)
  }

  func subscribe(
    _ reading: Reading, slots: [Int], _ changed: @escaping () -> Void
  ) -> [Subscription] {
    [store.subscribe { _ in changed() }]
  }
}

extension PublisherAdapter: @MainActor SynchronousModuleStore where F: LeafFeature {
  typealias Many = PublisherAdapter<Copies<F>>
}
