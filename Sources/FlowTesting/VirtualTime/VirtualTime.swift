/// An environment in which tasks run one at a time, and time advances only when all of them wait.
///
/// ```swift
/// let time = VirtualTime(seed: 1)
/// let order = try time.run { actor in
///   await withTaskGroup(of: Int.self) { group in
///     for number in [3, 1, 2] {
///       group.addTask {
///         try? await time.clock.sleep(for: .seconds(number))
///         return number
///       }
///     }
///     return await group.reduce(into: []) { $0.append($1) }
///   }
/// }
/// #expect(order == [1, 2, 3])
/// #expect(time.clock.now.offset == .seconds(3))
/// ```
///
/// The caller's thread does all work: `run` is synchronous and returns when everything is done.
/// Whenever several jobs are ready, the seed determines the next one. A seed is therefore an
/// interleaving that can be repeated, and many seeds try many interleavings
/// (``explore(seeds:order:until:_:)``). An hour of virtual time costs only the work in it.
///
/// ## Tasks in virtual time
///
/// A task stays in virtual time if it prefers the executor. This includes its child tasks
/// (`async let`, task groups) and the actors without a custom executor that it calls. The body of
/// `run` is such a task. Others are created with ``task(_:)``, and by the effects of a `Store` that
/// was created in such a task, on ``actor`` or on any actor without a custom executor.
///
/// Other work runs on other threads, at times that are not deterministic. When it returns,
/// ``foreignJobs`` counts it:
/// - `Task { }` and `Task.detached { }`, which do not inherit the executor preference. On an actor
///   with a ``VirtualSerialExecutor``, a `Task { }` starts in virtual time, but the runtime resumes
///   it elsewhere.
/// - The main actor, and all other code with a custom executor.
/// - Waiting in real time: `Task.sleep(for:)` without a clock, networks, files.
///
/// Calls of an actor without a custom executor run in the order in which they were made. The seed
/// determines only the order of the calls.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public final class VirtualTime: Sendable {
  /// The seed for the choice between jobs that are ready.
  public let seed: UInt64
  /// The executor, which runs all jobs of a `run` on the thread that called it.
  public let executor: VirtualExecutor
  /// The clock, which advances only when no job is ready.
  public let clock: VirtualClock
  /// The actor on which the bodies of `run` run, and to which stores created there are confined.
  public let actor: VirtualActor
  private let waitLimit: Duration

  /// Creates a virtual time.
  ///
  /// - Parameters:
  ///   - seed: The seed for the choice between jobs that are ready.
  ///   - order: The order of jobs. Use `firstInFirstOut` for a single order without a seed.
  ///   - waitLimit: The maximum real time to wait for work on other threads before a deadlock is
  ///     reported. Use zero if all work stays in virtual time.
  public init(
    seed: UInt64, order: VirtualExecutor.Order = .seeded, waitLimit: Duration = .zero
  ) {
    self.seed = seed
    self.waitLimit = waitLimit
    executor = VirtualExecutor(seed: seed, order: order)
    clock = VirtualClock(executor: executor)
    actor = VirtualActor(executor: executor)
  }

  // MARK: - What happened

  /// The number of jobs that other threads have enqueued during a `run`.
  ///
  /// If it is not 0, the run cannot be repeated from its seed.
  public var foreignJobs: Int { executor.foreignJobs }

  /// The number of jobs that have run. A job is a part of a task between two suspensions.
  public var jobs: Int { executor.history.jobs }

  /// A hash of all choices between jobs. It is equal for two runs of the same code with the same
  /// interleaving.
  public var fingerprint: UInt64 { executor.history.fingerprint }

  // MARK: - Running

  /// Runs a closure to its end, together with all other tasks.
  ///
  /// The method returns as soon as the body has ended. Other tasks continue in the next `run`.
  ///
  /// - Parameters:
  ///   - limit: The virtual time by which the body must end.
  ///   - body: A closure that runs on ``actor``, which it receives, to create stores and tasks
  ///     there.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`, or ``VirtualTimeError`` if it cannot end. Its task is then
  ///   cancelled, and tasks that wake from this run once more.
  /// - Precondition: No other `run` is in progress.
  public func run<Success: Sendable>(
    until limit: VirtualClock.Instant = .init(nanoseconds: .max),
    _ body: @escaping @Sendable (isolated VirtualActor) async throws -> Success
  ) throws -> Success {
    let outcome = Outcome<Success>()
    let actor = actor
    return try executor.drive {
      let task = VirtualTimeScope.$isActive.withValue(true) {
        Task(executorPreference: executor) {
          do {
            outcome.result = .success(try await body(actor))
          } catch {
            outcome.result = .failure(error)
          }
        }
      }
      while outcome.result == nil, step(until: limit) {}
      if let result = outcome.result { return try result.get() }
      let error = VirtualTimeError(of: self)
      task.cancel()
      runReady()
      throw error
    }
  }

  /// Runs all tasks that are due until a deadline, and then sets the time to it.
  ///
  /// - Parameter deadline: The deadline. Without one, the method runs until no task is sleeping,
  ///   and never returns if a timer repeats.
  /// - Precondition: No other `run` is in progress.
  public func run(until deadline: VirtualClock.Instant? = nil) {
    executor.drive {
      while step(until: deadline ?? .init(nanoseconds: .max)) {}
      if let deadline { clock.move(to: deadline) }
    }
  }

  /// Creates a task that stays in virtual time, unlike `Task { }`.
  ///
  /// - Parameter operation: A closure that runs on ``actor``.
  @discardableResult
  public func task<Success: Sendable>(
    _ operation: @escaping @Sendable (isolated VirtualActor) async throws -> Success
  ) -> Task<Success, any Error> {
    let actor = actor
    return VirtualTimeScope.$isActive.withValue(true) {
      Task(executorPreference: executor) { try await operation(actor) }
    }
  }

  /// Runs a job, or advances the time if none is ready; returns `false` if neither is possible.
  private func step(until limit: VirtualClock.Instant) -> Bool {
    executor.runNext() || clock.wakeNext(until: limit)
      || (clock.sleeperCount == 0 && executor.waitForMail(waitLimit))
  }

  // MARK: - Ending

  /// Cancels all sleeps and runs the tasks that wake. Tasks that end when they are cancelled are
  /// then released.
  public func abandon() {
    executor.drive {
      clock.cancelAll()
      runReady()
    }
  }

  /// Runs the jobs that are ready, up to a limit.
  private func runReady() {
    for _ in 0..<10_000 where !executor.runNext() { return }
  }
}

/// The result of a body.
private final class Outcome<Success: Sendable>: Sendable {
  // Unsafe: accessed only by the driving thread.
  nonisolated(unsafe) var result: Result<Success, any Error>?
}
