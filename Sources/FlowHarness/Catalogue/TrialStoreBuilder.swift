public import Workloads

/// Accepts one store, or the stores of a topology, for a trial.
@usableFromInline
struct TrialStoreBuilder<F: Feature>: StoreBuilder {
  @inlinable
  init() {}

  @inlinable
  func makeStore<S: SynchronousStore>(
    _ make: @escaping @MainActor (F) -> S
  ) -> StoreTrial<F> where S.F == F {
    StoreTrial(S.notification) { .driving($0, store: make($0.feature)) }
  }

  @inlinable
  func makeSharedStore<S: SynchronousStore & Sendable>(
    _ make: @escaping @MainActor (F) -> S
  ) -> StoreTrial<F> where S.F == F {
    StoreTrial(S.notification) { .drivingShared($0, store: make($0.feature)) }
  }

  @inlinable
  func makeStore<S: SuspendingStore>(
    _ make: @escaping @MainActor (F) -> S
  ) -> StoreTrial<F> where S.F == F {
    StoreTrial(S.notification) { .driving($0, store: make($0.feature)) }
  }

  /// Accepts a store of another executor, whose readers cannot be notified.
  @inlinable
  func makeStore<S: ConcurrentStore>(
    _ make: @escaping @MainActor (F) -> S
  ) -> StoreTrial<F> where S.F == F {
    StoreTrial(.none) { .drivingConcurrently($0, store: make($0.feature)) }
  }
}

/// A store of a known type that can be created and driven.
@MainActor
@usableFromInline
struct StoreTrial<F: Feature> {
  private let notification: NotificationStyle
  private let subject: @MainActor (TrialInput<F>) -> TrialSubject

  @usableFromInline
  init(
    _ notification: NotificationStyle,
    subject: @escaping @MainActor (TrialInput<F>) -> TrialSubject
  ) {
    self.notification = notification
    self.subject = subject
  }

  /// Returns the trial of a feature, which is created with services of its own.
  @usableFromInline
  func trial(_ feature: @escaping (Services) -> F) -> DesignEntry.Trial {
    DesignEntry.Trial(notification: notification) { [subject] context in
      subject(context.input(feature(context.storeServices)))
    }
  }
}
