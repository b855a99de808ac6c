import FlowCore
import PublishedStores
import Workloads

/// `publisher`: effects arrive through the main queue, also the ones that have nothing to say.
@MainActor
struct PublisherAdapter<F: Feature>: @MainActor SynchronousStore, @MainActor NewStore {
  private let feature: F
  let store: PublisherStore<F.State, F.Action, EffectDependencies<F.Request, F.Action>>

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
    // Called when it is busy, so a turn comes first; and not by `turn()`, since each asynchronous
    // function between the driver and the queue asks twice whether it is on the main actor.
    repeat {
      await withUnsafeContinuation { MainQueue.resume($0) }
    } while store.effectsInFlight > 0
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
