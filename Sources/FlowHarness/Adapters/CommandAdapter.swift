import FlowCore
import Foundation
import PublishedStores
import Workloads

/// `command`: work is done on a background queue and answered from there.
@MainActor
struct CommandAdapter<F: Feature>: @MainActor SynchronousStore, @MainActor NewStore {
  private let feature: F
  let store: CommandStore<F.State, F.Action>
  private let inFlight = CommandsInFlight()
  /// Whether the main actor does not run on the main thread here, so that the store, which asks
  /// for the thread, puts every action on the main queue. A trial has a run loop and does not hop.
  private let hops = !Thread.isMainThread

  init(_ feature: F) {
    self.feature = feature
    store = CommandStore(
      initialState: feature.initialState, reducer: feature.commandReducer(inFlight))
  }

  static var notification: NotificationStyle { .subscribing }

  func send(_ action: F.Action) { store.dispatch(action) }

  static var settles: Bool { true }
  var isBusy: Bool { hops || (F.hasEffects && !inFlight.isEmpty) }

  @MainActor func settle() async {
    if hops { await MainQueue.turn() }
    await inFlight.settle()
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

extension CommandAdapter: @MainActor SynchronousModuleStore where F: LeafFeature {
  typealias Many = CommandAdapter<Copies<F>>
}
