/// A small world in which tasks run one at a time and time passes only when all of them wait.
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
/// The caller's thread does all the work: `run` is not `async`, and has done everything when it
/// returns. Whenever several jobs could run the seed picks one, so a seed is an interleaving: it can
/// be repeated exactly, and many seeds try many (``explore(seeds:order:until:_:)``). An hour of
/// virtual time costs what the work in it costs.
///
/// ## What stays here
///
/// A task stays if it prefers the executor, and so do its child tasks (`async let`, task groups) and
/// the actors without an executor of their own that it calls. The body of `run` is such a task, those
/// made with ``task(_:)`` are others, and so are the effects of a `Store` that such a task made, on
/// ``actor`` or on any actor without an executor of its own.
///
/// What leaves runs on other threads, at times that nobody decides; when it comes back it is counted
/// by ``foreignJobs``:
/// - `Task { }` and `Task.detached { }`, which do not inherit what their maker prefers. On an actor
///   with a ``VirtualSerialExecutor`` a `Task { }` begins there, but the runtime wakes it elsewhere
///   from whatever it waits for.
/// - The main actor, and all else that is bound to an executor of its own.
/// - What waits in real time: `Task.sleep(for:)` without a clock, networks, files.
///
/// Within one actor that has no executor of its own, calls run in the order in which they came; the
/// seed decides who comes first, not who is served first.
public final class VirtualTime: Sendable {
  /// What decides between jobs that are ready.
  public let seed: UInt64
  /// Runs every job of a `run`, one at a time, on the thread that called it.
  public let executor: VirtualExecutor
  /// Shows virtual time, which moves on only when no job is ready.
  public let clock: VirtualClock
  /// The actor on which the bodies of `run` run; stores made there belong to it.
  public let actor: VirtualActor
  private let patience: Duration

  /// Whether the current task belongs to a virtual time, where waiting in real time leaves it.
  @TaskLocal static var isAround = false

  /// A world at time zero, in which nothing has happened.
  ///
  /// - Parameters:
  ///   - seed: Decides between jobs that are ready. The same seed always decides alike.
  ///   - order: `firstInFirstOut` for the one interleaving in which jobs run as they came.
  ///   - patience: How long, in real time, to wait for work that has left before it counts as a
  ///     deadlock that nothing here can go on. Zero is right for all that stays here.
  public init(
    seed: UInt64, order: VirtualExecutor.Order = .seeded, patience: Duration = .zero
  ) {
    self.seed = seed
    self.patience = patience
    executor = VirtualExecutor(seed: seed, order: order)
    clock = VirtualClock(executor: executor)
    actor = VirtualActor(executor: executor)
  }

  // MARK: - What happened

  /// How many jobs other threads have handed over while a `run` was under way.
  ///
  /// Not zero: work left and came back, and the run cannot be repeated from its seed.
  public var foreignJobs: Int { executor.foreignJobs }

  /// How many jobs have run: parts of tasks, from where they were resumed to where they wait.
  public var jobs: Int { executor.history.jobs }

  /// A digest of all choices between jobs so far: two runs of the same code with the same one took
  /// the same interleaving.
  public var fingerprint: UInt64 { executor.history.fingerprint }

  // MARK: - Running

  /// Runs `body` to its end, and everything else on the way.
  ///
  /// It stops as soon as `body` has ended. Tasks that have not go on in the next `run`.
  ///
  /// - Parameters:
  ///   - limit: When the body is overdue.
  ///   - body: Runs on ``actor``, which it is given: to make stores there, and tasks.
  /// - Returns: What `body` returned.
  /// - Throws: What `body` threw; ``VirtualTimeError`` if it could not end. Its task is then
  ///   cancelled, and those who wake by that run once more.
  /// - Precondition: No other `run` is under way.
  public func run<Success: Sendable>(
    until limit: VirtualClock.Instant = .init(nanoseconds: .max),
    _ body: @escaping @Sendable (isolated VirtualActor) async throws -> Success
  ) throws -> Success {
    let outcome = Outcome<Success>()
    let actor = actor
    return try executor.drive {
      let task = Self.$isAround.withValue(true) {
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

  /// Runs everything that is due until `deadline`, which is the time afterwards.
  ///
  /// - Parameter deadline: How far time goes; without one, as far as anybody sleeps. That never
  ///   returns while a timer keeps repeating.
  /// - Precondition: No other `run` is under way.
  public func run(until deadline: VirtualClock.Instant? = nil) {
    executor.drive {
      while step(until: deadline ?? .init(nanoseconds: .max)) {}
      if let deadline { clock.move(to: deadline) }
    }
  }

  /// A task that stays here, whatever it calls, unlike `Task { }`.
  ///
  /// - Parameter operation: Runs on ``actor``, in its turn.
  @discardableResult
  public func task<Success: Sendable>(
    _ operation: @escaping @Sendable (isolated VirtualActor) async throws -> Success
  ) -> Task<Success, any Error> {
    let actor = actor
    return Self.$isAround.withValue(true) {
      Task(executorPreference: executor) { try await operation(actor) }
    }
  }

  /// Runs a job, or moves the time if there is none; `false` if neither can be done.
  private func step(until limit: VirtualClock.Instant) -> Bool {
    executor.runNext() || clock.wakeNext(until: limit)
      || (clock.sleeperCount == 0 && executor.waitForMail(patience))
  }

  // MARK: - Ending

  /// Calls off all sleeps, and lets those who wake by that run: whoever ends when he is cancelled is
  /// gone afterwards, and so is his memory.
  public func abandon() {
    executor.drive {
      clock.cancelAll()
      runReady()
    }
  }

  /// Runs what is ready, but not for ever; for tasks that shall end.
  private func runReady() {
    for _ in 0..<10_000 where !executor.runNext() { return }
  }
}

/// What became of a body.
private final class Outcome<Success: Sendable>: Sendable {
  // Unsafe: written and read by the thread that drives the executor.
  nonisolated(unsafe) var result: Result<Success, any Error>?
}
