/// An actor in virtual time: the place for a store.
///
/// A store belongs to the actor it was made on, and so do its effects. Made here, it does all of its
/// work in virtual time.
public actor VirtualActor {
  private nonisolated let serialExecutor: VirtualSerialExecutor

  /// An actor on `executor`.
  public init(executor: VirtualExecutor) {
    serialExecutor = VirtualSerialExecutor(executor: executor)
  }

  /// Where it runs, for the runtime.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    serialExecutor.asUnownedSerialExecutor()
  }
}

/// What puts one actor on a virtual executor, whoever calls it.
///
/// Actors that are only called by tasks which prefer the executor need none. One for each: a call
/// from one actor to another then waits for its turn, which is where calls of others come between.
///
/// ```swift
/// actor Account {
///   private let serialExecutor: VirtualSerialExecutor
///   nonisolated var unownedExecutor: UnownedSerialExecutor {
///     serialExecutor.asUnownedSerialExecutor()
///   }
///
///   init(in time: VirtualTime) {
///     serialExecutor = VirtualSerialExecutor(executor: time.executor)
///   }
/// }
/// ```
public final class VirtualSerialExecutor: SerialExecutor {
  private let executor: VirtualExecutor

  /// One for an actor to hold.
  public init(executor: VirtualExecutor) { self.executor = executor }

  /// Takes a job that became ready; for the runtime.
  public func enqueue(_ job: consuming ExecutorJob) {
    executor.accept(ReadyJob(job: UnownedJob(job), actor: .passUnretained(self)))
  }
}
