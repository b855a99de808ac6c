import Synchronization

/// A clock whose time jumps to the next deadline as soon as nobody has anything else to do.
///
/// It belongs to a ``VirtualTime``, whose executor it watches: the time moves when no job is ready.
/// Nobody oversleeps, and work takes no time. All whose deadline has come become ready together, and
/// the executor's seed decides who runs first.
///
/// Time is counted in whole nanoseconds, in 64 bits, which is enough for 292 years.
public final class VirtualClock: Clock {
  /// A time on a virtual clock.
  public struct Instant: InstantProtocol, CustomStringConvertible {
    /// The time since the clock was made, in nanoseconds; negative before that.
    public var nanoseconds: Int64

    /// The instant so many nanoseconds after the clock was made.
    public init(nanoseconds: Int64 = 0) { self.nanoseconds = nanoseconds }

    /// The instant `offset` after the clock was made.
    ///
    /// - Parameter offset: Rounded up to whole nanoseconds, so that nobody wakes early; what is
    ///   beyond 292 years is 292 years.
    public init(offset: Duration) { nanoseconds = Self.nanoseconds(offset) }

    /// The time since the clock was made; negative before that.
    public var offset: Duration { .nanoseconds(nanoseconds) }

    /// The instant `duration` after this one; rounded as in `init(offset:)`.
    public func advanced(by duration: Duration) -> Instant {
      let (sum, overflow) = nanoseconds.addingReportingOverflow(Self.nanoseconds(duration))
      guard overflow else { return Instant(nanoseconds: sum) }
      return Instant(nanoseconds: nanoseconds < 0 ? .min : .max)
    }

    /// The time from here to `other`; negative if that is earlier.
    public func duration(to other: Instant) -> Duration {
      .nanoseconds(other.nanoseconds) - .nanoseconds(nanoseconds)
    }

    /// The time since the clock was made, for a reader.
    public var description: String { "\(offset)" }

    /// Whether `left` is the earlier one.
    public static func < (left: Instant, right: Instant) -> Bool {
      left.nanoseconds < right.nanoseconds
    }

    private static func nanoseconds(_ duration: Duration) -> Int64 {
      let attoseconds = duration.attoseconds
      // A multiplication; the division of 128 bits below is a call into the runtime.
      if let few = Int64(exactly: attoseconds) {
        let (quotient, rest) = few.quotientAndRemainder(dividingBy: 1_000_000_000)
        return rest > 0 ? quotient + 1 : quotient
      }
      let (quotient, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
      return Int64(clamping: rest > 0 ? quotient + 1 : quotient)
    }
  }

  private let executor: VirtualExecutor
  private let nowNs: Atomic<Int64>
  // Unsafe: only touched by the thread that drives the executor. Unchecked: no method of it calls
  // anybody.
  @exclusivity(unchecked) nonisolated(unsafe) private var sleepers = VirtualSleepers()

  /// A clock at which nobody sleeps, and which shows zero.
  init(executor: VirtualExecutor) {
    self.executor = executor
    nowNs = Atomic(0)
  }

  /// The time; it stands still while a job runs.
  public var now: Instant { Instant(nanoseconds: nowNs.load(ordering: .relaxed)) }

  /// 1 ns, the unit in which the clock counts; deadlines are rounded up to it.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// How many tasks sleep at this moment.
  ///
  /// - Precondition: Nobody drives the clock's executor, or the caller's thread.
  public var sleeperCount: Int { sleepers.count }

  // MARK: - Sleeping

  /// Sleeps until `deadline`.
  ///
  /// If the time has come already it gives way to all who are ready, without time passing. Work on
  /// other executors may sleep, too, and then has left the order of the seed.
  ///
  /// - Parameters:
  ///   - deadline: When to wake.
  ///   - tolerance: Without meaning here: nobody oversleeps.
  /// - Throws: `CancellationError` as soon as the task is cancelled, before or while sleeping.
  /// - Complexity: O(log *n*) among *n* sleepers, to sleep and to wake; O(1), amortised, to be
  ///   cancelled.
  nonisolated(nonsending) public func sleep(
    until deadline: Instant, tolerance: Duration? = nil
  ) async throws {
    try await sleep(until: deadline, on: #isolation)
  }

  /// Sleeps for `duration` from now.
  ///
  /// - Parameters:
  ///   - duration: How long to sleep; zero or less means to give way once.
  ///   - tolerance: Without meaning here: nobody oversleeps.
  /// - Throws: `CancellationError` as soon as the task is cancelled, before or while sleeping.
  nonisolated(nonsending) public func sleep(
    for duration: Duration, tolerance: Duration? = nil
  ) async throws {
    try await sleep(until: now.advanced(by: duration), tolerance: tolerance)
  }

  // With its isolation as a parameter, which the closure can hold: the closure of a
  // `nonisolated(nonsending)` function belongs to no actor, and would hop off the caller's and back.
  private func sleep(
    until deadline: Instant, on isolation: isolated (any Actor)?
  ) async throws {
    try Task.checkCancellation()
    guard executor.isDriving else { return try await sleepFromElsewhere(until: deadline) }
    let id = sleepers.arrive()
    try await withTaskCancellationHandler {
      _ = isolation
      try await withUnsafeThrowingContinuation { continuation in
        guard executor.isDriving else {
          // A task that prefers no executor was moved on the way.
          return executor.post { self.lieDown(id, until: deadline, continuation) }
        }
        lieDown(id, until: deadline, continuation)
      }
    } onCancel: {
      guard executor.isDriving else { return executor.post { self.cancel(id) } }
      cancel(id)
    }
  }

  private func lieDown(
    _ id: VirtualSleepers.SleepID, until deadline: Instant,
    _ continuation: VirtualSleepers.Continuation
  ) {
    guard sleepers.lieDown(id, until: max(deadline, now).nanoseconds, continuation) else {
      return continuation.resume(throwing: CancellationError())
    }
    if deadline <= now { executor.post { self.wakeDue() } }
  }

  private func cancel(_ id: VirtualSleepers.SleepID) {
    sleepers.cancel(id)?.resume(throwing: CancellationError())
  }

  /// Sleeps in a task on the clock's executor.
  nonisolated(nonsending) private func sleepFromElsewhere(until deadline: Instant) async throws {
    let task = Task(executorPreference: executor) { try await self.sleep(until: deadline) }
    try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  // MARK: - Moving

  /// Moves the time to the first deadline and wakes all who have it; `false` if nobody is due until
  /// `limit`.
  ///
  /// - Precondition: Called while driving the executor.
  func wakeNext(until limit: Instant) -> Bool {
    guard let deadlineNs = sleepers.firstDeadline(), deadlineNs <= limit.nanoseconds else {
      return false
    }
    move(to: Instant(nanoseconds: deadlineNs))
    wakeDue()
    return true
  }

  /// Moves the time, unless it is later already.
  func move(to instant: Instant) {
    if instant > now { nowNs.store(instant.nanoseconds, ordering: .relaxed) }
  }

  /// Calls off all sleeps.
  func cancelAll() {
    while let sleeper = sleepers.popFirst(dueAt: .max) {
      sleeper.resume(throwing: CancellationError())
    }
  }

  private func wakeDue() {
    while let sleeper = sleepers.popFirst(dueAt: nowNs.load(ordering: .relaxed)) {
      sleeper.resume()
    }
  }
}
