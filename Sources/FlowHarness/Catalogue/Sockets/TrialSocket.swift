public import Workloads

/// Makes a trial's subject of one store, or of several that a topology has wired together.
@usableFromInline
struct TrialSocket<F: Feature>: StoreSocket {
  @usableFromInline let input: TrialInput<F>

  @inlinable
  init(_ input: TrialInput<F>) { self.input = input }

  @inlinable
  func plug<S: SynchronousStore>(
    _ make: @escaping @MainActor (F) -> S
  ) -> TrialSubject where S.F == F {
    .driving(input, store: make(input.feature))
  }

  @inlinable
  func plugShared<S: SynchronousStore & Sendable>(
    _ make: @escaping @MainActor (F) -> S
  ) -> TrialSubject where S.F == F {
    .drivingShared(input, store: make(input.feature))
  }

  @inlinable
  func plug<S: SuspendingStore>(
    _ make: @escaping @MainActor (F) -> S
  ) -> TrialSubject where S.F == F {
    .driving(input, store: make(input.feature))
  }

  @inlinable
  func plug<S: ConcurrentStore>(
    _ make: @escaping @MainActor (F) -> S
  ) -> TrialSubject where S.F == F {
    .drivingConcurrently(input, store: make(input.feature))
  }
}
