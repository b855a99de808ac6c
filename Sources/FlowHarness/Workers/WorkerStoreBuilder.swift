public import Workloads

/// Accepts a store to which several workers send at the same time.
@usableFromInline
struct WorkerStoreBuilder: StoreBuilder {
  @usableFromInline typealias F = SequenceFeature

  @usableFromInline
  init() {}

  /// Accepts a store of the main actor, to which all workers hop.
  @inlinable
  func makeStore<S: SynchronousStore>(
    _ make: @escaping @MainActor (F) -> S
  ) -> SharedDesign where S.F == F {
    SharedDesign(worker: .task, isolation: .mainActor) { features in
      .tasks(sendingTo: features.map { MainActorStore($0, make) })
    }
  }

  /// Accepts a store that an actor of its own isolates, as in a server.
  @inlinable
  func makeIsolatedStore<S: SynchronousStore & SendableMetatype>(
    _ make: @escaping @Sendable (F, isolated any Actor) -> S
  ) -> SharedDesign where S.F == F {
    SharedDesign(worker: .task, isolation: .ownActor) { features in
      var stores: [OwningActor<S>] = []
      for feature in features { stores.append(await OwningActor(feature, make)) }
      return .tasks(sendingTo: stores)
    }
  }

  /// Accepts a store to which threads send.
  @inlinable
  func makeSharedStore<S: SynchronousStore & Sendable>(
    _ make: @escaping @MainActor (F) -> S
  ) -> SharedDesign where S.F == F {
    SharedDesign(worker: .thread, isolation: .lock) { features in
      .threads(sendingTo: features.map { ThreadSafeStore($0, make($0)) })
    }
  }

  /// Accepts a store of the main actor, to which all workers hop.
  @inlinable
  func makeStore<S: SuspendingStore>(
    _ make: @escaping @MainActor (F) -> S
  ) -> SharedDesign where S.F == F {
    SharedDesign(worker: .task, isolation: .mainActor) { features in
      .tasks(sendingTo: features.map { MainActorSuspendingStore($0, make) })
    }
  }

  /// Accepts a store to which tasks send from any executor.
  @inlinable
  func makeStore<S: ConcurrentStore>(
    _ make: @escaping @MainActor (F) -> S
  ) -> SharedDesign where S.F == F {
    SharedDesign(worker: .task, isolation: .ownActor) { features in
      .tasks(sendingTo: features.map { ConcurrentWorkerStore($0, make($0)) })
    }
  }
}

// MARK: - Shared stores

/// A store on the main actor; each send hops there and back.
@MainActor
@usableFromInline
final class MainActorStore<S: SynchronousStore>: SuspendingSharedStore
where S.F == SequenceFeature {
  @usableFromInline let feature: SequenceFeature
  @usableFromInline var store: S

  @inlinable
  init(_ feature: SequenceFeature, _ make: @MainActor (SequenceFeature) -> S) {
    self.feature = feature
    store = make(feature)
  }

  // Repeats the isolation, because the requirement of the protocol would override it.
  @inlinable @MainActor func send(_ action: NumberedAction) async {
    store.send(action)
    if S.settles, store.isBusy { await store.settle() }
  }

  @inlinable @MainActor func state() -> SequenceState {
    feature.state { store.read(.digest, slot: 0) }
  }
}

/// A store on the main actor whose `send` suspends.
@MainActor
@usableFromInline
final class MainActorSuspendingStore<S: SuspendingStore>: SuspendingSharedStore
where S.F == SequenceFeature {
  @usableFromInline let feature: SequenceFeature
  @usableFromInline let store: S

  @inlinable
  init(_ feature: SequenceFeature, _ make: @MainActor (SequenceFeature) -> S) {
    self.feature = feature
    store = make(feature)
  }

  // Repeats the isolation, because the requirement of the protocol would override it.
  @inlinable @MainActor func send(_ action: NumberedAction) async { await store.send(action) }

  @inlinable @MainActor func state() async -> SequenceState {
    await store.collect()
    return feature.state { store.read(.digest, slot: 0) }
  }
}

/// A store on an actor of its own, which a method creates, because an actor's initialiser is not
/// isolated to the actor.
@usableFromInline
actor OwningActor<S: SynchronousStore & SendableMetatype>: SuspendingSharedStore
where S.F == SequenceFeature {
  @usableFromInline let feature: SequenceFeature
  @usableFromInline var store: S?

  @inlinable
  init(
    _ feature: SequenceFeature, _ make: @Sendable (SequenceFeature, isolated any Actor) -> S
  ) async {
    self.feature = feature
    begin(make)
  }

  @inlinable
  func begin(_ make: @Sendable (SequenceFeature, isolated any Actor) -> S) {
    store = make(feature, self)
  }

  // An actor without its store would lose every action, which the verification detects.
  @inlinable
  func send(_ action: NumberedAction) { store?.send(action) }

  @inlinable
  func state() -> SequenceState { feature.state { store?.read(.digest, slot: 0) } }
}

/// A store that runs on the threads of its callers; all copies refer to the same store.
@usableFromInline
struct ThreadSafeStore<S: SynchronousStore & Sendable>: BlockingSharedStore
where S.F == SequenceFeature {
  @usableFromInline let feature: SequenceFeature
  @usableFromInline let store: S

  @inlinable
  init(_ feature: SequenceFeature, _ store: S) {
    self.feature = feature
    self.store = store
  }

  @inlinable
  func send(_ action: NumberedAction) {
    var store = store
    store.send(action)
  }

  @inlinable
  func state() async -> SequenceState { feature.state { store.read(.digest, slot: 0) } }
}

/// A store that runs on any executor and that each caller awaits.
@usableFromInline
struct ConcurrentWorkerStore<S: ConcurrentStore>: SuspendingSharedStore
where S.F == SequenceFeature {
  @usableFromInline let feature: SequenceFeature
  @usableFromInline let store: S

  @inlinable
  init(_ feature: SequenceFeature, _ store: S) {
    self.feature = feature
    self.store = store
  }

  @inlinable @concurrent func send(_ action: NumberedAction) async {
    await store.sendConcurrently(action)
  }

  @inlinable
  func state() async -> SequenceState {
    await store.collect()
    return feature.state { store.read(.digest, slot: 0) }
  }
}
