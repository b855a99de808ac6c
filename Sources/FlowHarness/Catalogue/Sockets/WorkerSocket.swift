public import Workloads

/// Makes what several workers send to at once: whatever the store, each of them ends in a
/// verification that nothing was lost, doubled or reordered.
@usableFromInline
struct WorkerSocket: StoreSocket {
  @usableFromInline typealias F = SequenceFeature

  @usableFromInline
  init() {}

  /// A store of the main actor, which all of its workers hop to.
  @inlinable
  func plug<S: SynchronousStore>(
    _ make: @escaping @MainActor (F) -> S
  ) -> SharedDesign where S.F == F {
    SharedDesign(worker: .task, isolation: .mainActor) { features in
      var stores: [MainActorStore<S>] = []
      for feature in features { stores.append(MainActorStore(feature, make)) }
      return .tasks(sendingTo: stores)
    }
  }

  /// A store that an actor of its own owns, as a server's would.
  @inlinable
  func plugAnywhere<S: SynchronousStore & SendableMetatype>(
    _ make: @escaping @Sendable (F, isolated any Actor) -> S
  ) -> SharedDesign where S.F == F {
    SharedDesign(worker: .task, isolation: .ownActor) { features in
      var stores: [OwningActor<S>] = []
      for feature in features { stores.append(await OwningActor(feature, make)) }
      return .tasks(sendingTo: stores)
    }
  }

  /// A store that threads send to.
  @inlinable
  func plugShared<S: SynchronousStore & Sendable>(
    _ make: @escaping @MainActor (F) -> S
  ) -> SharedDesign where S.F == F {
    SharedDesign(worker: .thread, isolation: .lock) { features in
      var stores: [ThreadSafeStore<S>] = []
      for feature in features { stores.append(ThreadSafeStore(feature, make(feature))) }
      return .threads(sendingTo: stores)
    }
  }

  /// A store of the main actor, which all of its workers hop to.
  @inlinable
  func plug<S: SuspendingStore>(
    _ make: @escaping @MainActor (F) -> S
  ) -> SharedDesign where S.F == F {
    SharedDesign(worker: .task, isolation: .mainActor) { features in
      var stores: [MainActorSuspendingStore<S>] = []
      for feature in features { stores.append(MainActorSuspendingStore(feature, make)) }
      return .tasks(sendingTo: stores)
    }
  }

  /// A store that tasks send to wherever they are.
  @inlinable
  func plug<S: ConcurrentStore>(
    _ make: @escaping @MainActor (F) -> S
  ) -> SharedDesign where S.F == F {
    SharedDesign(worker: .task, isolation: .ownActor) { features in
      var stores: [ConcurrentWorkerStore<S>] = []
      for feature in features { stores.append(ConcurrentWorkerStore(feature, make(feature))) }
      return .tasks(sendingTo: stores)
    }
  }
}

// MARK: - Stores between workers

/// On the main actor; each send hops there and back.
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

  // Said again: what the protocol says of it would win.
  @inlinable @MainActor func send(_ action: NumberedAction) async {
    store.send(action)
    if S.settles, store.isBusy { await store.settle() }
  }

  @inlinable @MainActor func state() -> SequenceState {
    feature.state { store.read(.digest, slot: 0) }
  }
}

/// On the main actor, where each send is awaited.
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

  // Said again: what the protocol says of it would win.
  @inlinable @MainActor func send(_ action: NumberedAction) async { await store.send(action) }

  @inlinable @MainActor func state() async -> SequenceState {
    await store.collect()
    return feature.state { store.read(.digest, slot: 0) }
  }
}

/// On an actor of its own. A store belongs to the actor it is made on, and an actor's initialiser is
/// not on it yet: the store is made in a method.
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

  // Without its store it would lose every action, and the verification would say so.
  @inlinable
  func send(_ action: NumberedAction) { store?.send(action) }

  @inlinable
  func state() -> SequenceState { feature.state { store?.read(.digest, slot: 0) } }
}

/// Wherever its callers are, all copies being the same store.
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

/// Wherever its callers are, each of which awaits it.
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
