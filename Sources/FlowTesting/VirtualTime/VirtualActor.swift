/// An actor in virtual time, on which stores can be created. Such a store does all of its work in
/// virtual time.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public actor VirtualActor {
  private nonisolated let serialExecutor: VirtualSerialExecutor

  /// Creates an actor on an executor.
  public init(executor: VirtualExecutor) {
    serialExecutor = VirtualSerialExecutor(executor: executor)
  }

  /// The executor of the actor.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    serialExecutor.asUnownedSerialExecutor()
  }
}

/// A serial executor that runs one actor on a virtual executor, whatever code calls the actor.
///
/// Actors that are called only by tasks that prefer the executor do not need one. Each actor needs
/// its own: a call from one actor to another then waits for its turn, and other calls can come
/// between.
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
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public final class VirtualSerialExecutor: SerialExecutor {
  private let executor: VirtualExecutor

  /// Creates a serial executor for one actor.
  public init(executor: VirtualExecutor) { self.executor = executor }

  /// Enqueues a job that is ready; called by the runtime.
  public func enqueue(_ job: consuming ExecutorJob) {
    executor.accept(ReadyJob(job: UnownedJob(job), actor: .passUnretained(self)))
  }
}
