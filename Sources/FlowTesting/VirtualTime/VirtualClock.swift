import Synchronization

/// A clock whose time advances to the next deadline as soon as no job is ready.
///
/// The clock belongs to a ``VirtualTime``. Tasks wake exactly at their deadlines, and work takes no
/// time. Tasks with the same deadline become ready together, and the seed determines which of them
/// runs first.
///
/// Times are 64-bit numbers of nanoseconds, a range of 292 years.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public final class VirtualClock: Clock {
  /// A time of a virtual clock.
  public struct Instant: InstantProtocol, CustomStringConvertible {
    /// The time since the clock was created, in nanoseconds; negative before that.
    public var nanoseconds: Int64

    /// Creates an instant at a number of nanoseconds after the creation of the clock.
    public init(nanoseconds: Int64 = 0) { self.nanoseconds = nanoseconds }

    /// Creates an instant at an offset from the creation of the clock.
    ///
    /// - Parameter offset: The offset, which is rounded up to whole nanoseconds and limited to 292
    ///   years.
    public init(offset: Duration) { nanoseconds = Self.nanoseconds(offset) }

    /// The time since the clock was created; negative before that.
    public var offset: Duration { .nanoseconds(nanoseconds) }

    /// Returns the instant that is a duration after this one, rounded as by `init(offset:)`.
    public func advanced(by duration: Duration) -> Instant {
      let (sum, overflow) = nanoseconds.addingReportingOverflow(Self.nanoseconds(duration))
      guard overflow else { return Instant(nanoseconds: sum) }
      return Instant(nanoseconds: nanoseconds < 0 ? .min : .max)
    }

    /// Returns the duration from this instant to another one; negative if that is earlier.
    public func duration(to other: Instant) -> Duration {
      .nanoseconds(other.nanoseconds) - .nanoseconds(nanoseconds)
    }

    /// The time since the clock was created, as text.
    public var description: String { "\(offset)" }

    /// Returns a Boolean value that indicates whether the first instant is earlier.
    public static func < (left: Instant, right: Instant) -> Bool {
      left.nanoseconds < right.nanoseconds
    }

    private static func nanoseconds(_ duration: Duration) -> Int64 {
      let attoseconds = duration.attoseconds
      // A multiplication, because the 128-bit division below calls the runtime.
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
  // Unsafe: accessed only by the thread that drives the executor. Unchecked: no method calls other
  // code.
  @exclusivity(unchecked) nonisolated(unsafe) private var sleepers = SleeperQueue<Int64>()

  /// Creates a clock at time zero.
  init(executor: VirtualExecutor) {
    self.executor = executor
    nowNs = Atomic(0)
  }

  /// The current time, which does not change while a job runs.
  public var now: Instant { Instant(nanoseconds: nowNs.load(ordering: .relaxed)) }

  /// One nanosecond. Deadlines are rounded up to whole nanoseconds.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// The number of sleeping tasks.
  ///
  /// - Precondition: No other thread drives the clock's executor.
  public var sleeperCount: Int { sleepers.count }

  // MARK: - Sleeping

  /// Sleeps until a deadline.
  ///
  /// If the deadline has passed, the method yields to all jobs that are ready. Tasks on other
  /// executors may also sleep, but are then no longer ordered by the seed.
  ///
  /// - Parameters:
  ///   - deadline: The time to wake.
  ///   - tolerance: Ignored; tasks wake at their deadlines.
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  /// - Complexity: O(log *n*) for *n* sleeping tasks, and amortized O(1) for a cancellation.
  nonisolated(nonsending) public func sleep(
    until deadline: Instant, tolerance: Duration? = nil
  ) async throws {
    try await sleep(until: deadline, on: #isolation)
  }

  /// Sleeps for a duration.
  ///
  /// - Parameters:
  ///   - duration: The duration. If it is not positive, the method yields once.
  ///   - tolerance: Ignored; tasks wake at their deadlines.
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  nonisolated(nonsending) public func sleep(
    for duration: Duration, tolerance: Duration? = nil
  ) async throws {
    try await sleep(until: now.advanced(by: duration), tolerance: tolerance)
  }

  // See `ManualClock.sleep(until:on:)`.
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
          // A task without an executor preference has moved to another thread.
          return executor.post { self.suspend(id, until: deadline, continuation) }
        }
        suspend(id, until: deadline, continuation)
      }
    } onCancel: {
      guard executor.isDriving else { return executor.post { self.cancel(id) } }
      cancel(id)
    }
  }

  private func suspend(
    _ id: SleeperQueue<Int64>.SleepID, until deadline: Instant,
    _ continuation: SleeperQueue<Int64>.Continuation
  ) {
    guard !sleepers.isCancelled(id) else {
      sleepers.release(id)
      return continuation.resume(throwing: CancellationError())
    }
    sleepers.suspend(id, until: max(deadline, now).nanoseconds, continuation)
    if deadline <= now { executor.post { self.wakeDue() } }
  }

  private func cancel(_ id: SleeperQueue<Int64>.SleepID) {
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

  /// Advances to the first deadline and wakes all tasks that have it; returns `false` if no
  /// deadline is at or before `limit`.
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

  /// Advances the time, unless it is later already.
  func move(to instant: Instant) {
    if instant > now { nowNs.store(instant.nanoseconds, ordering: .relaxed) }
  }

  /// Cancels all sleeps.
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
