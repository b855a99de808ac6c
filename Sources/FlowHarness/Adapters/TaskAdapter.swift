import FlowCore
import PublishedStores
import Workloads

/// `task`: dispatch returns at once; the task it returns is awaited before the next action.
@MainActor
struct TaskAdapter<F: Feature>: @MainActor SynchronousStore, @MainActor NewStore {
  private let feature: F
  let store: TaskStore<F.State, F.Action, EffectDependencies<F.Request, F.Action>>
  private var running: Task<Void, Never>?

  init(_ feature: F) {
    self.feature = feature
    store = TaskStore(
      initialState: feature.initialState, reducer: feature.taskReducer(),
      environment: feature.effectDependencies(),
      // Work that has no answer ends in `NoAnswer`; anything else would be a fault of ours.
      onError: { precondition($0 is NoAnswer, "a feature's work threw \($0)") })
  }

  static var notification: NotificationStyle { .subscribing }

  mutating func send(_ action: F.Action) {
    // Keeping nothing costs a release all the same.
    if F.hasEffects { running = store.dispatch(action) } else { store.dispatch(action) }
  }

  static var settles: Bool { F.hasEffects }
  var isBusy: Bool { running != nil }
  @MainActor func settle() async { await running?.value }

  func read(_ reading: Reading, slot: Int) -> UInt64 {
    feature.read(reading, store.state, slot: slot)
  }

  func subscribe(
    _ reading: Reading, slots: [Int], _ changed: @escaping () -> Void
  ) -> [Subscription] {
    [store.subscribe { _ in changed() }]
  }
}

extension TaskAdapter: @MainActor SynchronousModuleStore where F: LeafFeature {
  typealias Many = TaskAdapter<Copies<F>>
}
