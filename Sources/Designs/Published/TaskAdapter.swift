public import FlowCore
public import FlowHarness
public import PublishedStores
public import Workloads

/// `task`: `dispatch` returns a task, which is awaited before the next action.
@MainActor
@usableFromInline struct TaskAdapter<F: Feature>: @MainActor SynchronousStore {
  @usableFromInline let feature: F
  @usableFromInline let store: TaskStore<F.State, F.Action, EffectDependencies<F.Request, F.Action>>
  @usableFromInline var running: Task<Void, Never>?

  @inlinable init(_ feature: F) {
    self.feature = feature
    store = TaskStore(
      initialState: feature.initialState, reducer: feature.taskReducer(),
      environment: feature.effectDependencies(),
      // Work without an answer throws `NoAnswer`.
      onError: { precondition($0 is NoAnswer, "a feature's work threw \($0)") })
  }

  @inlinable static var notification: NotificationStyle { .subscribing }

  @inlinable mutating func send(_ action: F.Action) {
    // Without effects, storing the result would cost a release.
    if F.hasEffects { running = store.dispatch(action) } else { store.dispatch(action) }
  }

  @inlinable static var settles: Bool { F.hasEffects }
  @inlinable var isBusy: Bool { running != nil }
  @inlinable @MainActor func settle() async { await running?.value }

  @inlinable func read(_ reading: Reading, slot: Int) -> UInt64 {
    feature.read(reading, store.state, slot: slot)
  }

  @inlinable func subscribe(
    _ reading: Reading, slots: [Int], _ changed: @escaping () -> Void
  ) -> [ObservationToken] {
    [store.subscribe { _ in changed() }]
  }
}

/// `task` for every feature.
@usableFromInline package struct TaskDesign: StoreDesign {
  @usableFromInline package let description = DesignDescription(
    id: "task", summary: "(inout State, Action, Environment) -> Task?", hops: true,
    questions: [.services])

  @usableFromInline package init() {}

  @inline(never)
  package static func add(to catalogue: inout Catalogue) { catalogue.add(Self()) }

  @inlinable package func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    builder.makeStore { TaskAdapter($0) }
  }

  @inlinable package func makeSuspendingStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    makeStore(with: builder)
  }
}
