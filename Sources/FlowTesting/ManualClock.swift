import Foundation

/// A clock whose time changes only when a test advances it, so that tests with timers take no time
/// and are deterministic.
///
/// ```swift
/// let clock = ManualClock()
/// let store = Store(initialState: Search(), reducer: SearchReducer(clock: clock))
/// store.send(.typed("swift"))
/// await clock.advance(by: .milliseconds(299))
/// #expect(store.state.requests == 0)
/// await clock.advance(by: .milliseconds(1))
/// #expect(store.state.requests == 1)
/// ```
///
/// The time advances from deadline to deadline. Tasks wake in the order of their deadlines, and
/// tasks with the same deadline in the order in which they suspended. Before the time advances to
/// the next deadline, all resumed tasks run up to their next suspension, so a repeating timer fires
/// as often as the time passes its deadlines. Tasks with the same deadline start to run in order.
///
/// A clock cannot predict uses by other tasks. Before it advances, it therefore yields until it has
/// not been used for fifty turns:
/// - Code on the caller's actor runs at each turn. It may take fifty hops between tasks of that
///   actor from one use of the clock to the next, and all runs are equal.
/// - Code that passes through other executors, as in `clock.sleep(for:)` on an `any Clock<Duration>`,
///   usually returns within two turns. It is too late only if its thread is delayed for longer than
///   all turns take.
/// - Code on other executors runs concurrently. Wait for it with `waitForSleepers(_:)` before you
///   advance the time, and for the task's own result afterwards.
///
/// Only one task may advance the time. All others may read it and sleep, on any executor.
public final class ManualClock: Clock {
  /// A time of a manual clock.
  public struct Instant: InstantProtocol {
    /// The time since the clock was created; negative before that.
    public var offset: Duration

    /// Creates an instant at an offset from the creation of the clock.
    public init(offset: Duration = .zero) { self.offset = offset }

    /// Returns the instant that is a duration after this one.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// Returns the duration from this instant to another one; negative if that is earlier.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Returns a Boolean value that indicates whether the first instant is earlier.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  /// The number of turns without a use of the clock after which no further use is expected. Twenty
  /// were too few for tasks that pass through other executors on a busy machine.
  private static let quietTurns = 50
  /// The same between tasks with one deadline, which must only start to run in order.
  private static let quietTurnsWithinInstant = 5
  /// The number of turns after which the time advances in any case, so that a test does not hang.
  private static let maxTurns = 2_000

  private struct State {
    var now: Instant
    var sleepers = SleeperQueue<Instant>()
    /// The number of uses, which changes when a task suspends or resumes.
    var uses = 0
    /// The number of resumed tasks that have not run yet.
    var waking = 0

    /// Returns the error, or success, with which a task resumes immediately; `nil` if it suspends.
    mutating func suspend(
      _ id: SleeperQueue<Instant>.SleepID, until deadline: Instant,
      _ continuation: SleeperQueue<Instant>.Continuation
    ) -> Result<Void, any Error>? {
      // Since the call of `sleep`, the time may have advanced, and the task may have been cancelled.
      let isCancelled = sleepers.isCancelled(id)
      if !isCancelled, deadline > now {
        sleepers.suspend(id, until: deadline, continuation)
        return nil
      }
      sleepers.release(id)
      waking += 1
      return isCancelled ? .failure(CancellationError()) : .success(())
    }

    /// Advances to the first deadline, unless it is after `limit`.
    ///
    /// - Returns: The first task, and whether others have the same deadline.
    mutating func wakeFirst(
      until limit: Instant?
    ) -> (continuation: SleeperQueue<Instant>.Continuation, hasCompany: Bool)? {
      guard let deadline = sleepers.firstDeadline(), deadline <= limit ?? deadline,
        let continuation = sleepers.popFirst(dueAt: deadline)
      else { return nil }
      now = max(now, deadline)
      uses += 1
      waking += 1
      return (continuation, sleepers.firstDeadline() == deadline)
    }
  }

  // `NSLock` and not `Mutex`, because on Linux the thread sanitizer reports a race for a contended
  // `Mutex`.
  private let lock = NSLock()
  // Unsafe: accessed only while `lock` is locked.
  nonisolated(unsafe) private var state: State

  /// Creates a clock.
  ///
  /// - Parameter now: The initial time.
  public init(now: Instant = Instant()) { state = State(now: now) }

  /// The current time of the clock.
  public var now: Instant { lock.withLock { state.now } }

  /// One attosecond: all instants can be distinguished.
  public var minimumResolution: Duration {
    Duration(secondsComponent: 0, attosecondsComponent: 1)
  }

  /// The number of sleeping tasks.
  public var sleeperCount: Int { lock.withLock { state.sleepers.count } }

  // MARK: - Sleeping

  /// Sleeps until the clock has advanced to a deadline.
  ///
  /// If the deadline has passed, the method yields once without sleeping. Called on a `ManualClock`,
  /// it stays on the caller's executor.
  ///
  /// - Parameters:
  ///   - deadline: The time to wake.
  ///   - tolerance: Ignored; tasks wake at their deadlines.
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  /// - Complexity: O(log *n*) for *n* sleeping tasks.
  nonisolated(nonsending) public func sleep(
    until deadline: Instant, tolerance: Duration? = nil
  ) async throws { try await sleep(until: deadline, on: #isolation) }

  // The closure captures the isolation parameter. The closure of a `nonisolated(nonsending)` function
  // is not isolated to an actor and would leave the caller's.
  private func sleep(
    until deadline: Instant, on isolation: isolated (any Actor)?
  ) async throws {
    try Task.checkCancellation()
    let sleep: SleeperQueue<Instant>.SleepID? = lock.withLock {
      guard deadline > state.now else { return nil }
      state.uses += 1
      return state.sleepers.arrive()
    }
    guard let sleep else {
      await Task.yield()
      return try Task.checkCancellation()
    }
    defer {
      lock.withLock {
        state.uses += 1
        state.waking -= 1
      }
    }
    try await withTaskCancellationHandler {
      _ = isolation
      try await withUnsafeThrowingContinuation { continuation in
        let result = lock.withLock { state.suspend(sleep, until: deadline, continuation) }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      cancel(sleep)
    }
  }

  private func cancel(_ sleep: SleeperQueue<Instant>.SleepID) {
    let cancelled = lock.withLock { () -> SleeperQueue<Instant>.Continuation? in
      guard let continuation = state.sleepers.cancel(sleep) else { return nil }
      state.uses += 1
      state.waking += 1
      return continuation
    }
    cancelled?.resume(throwing: CancellationError())
  }

  /// Sleeps until the clock has advanced by a duration.
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

  /// Waits until at least `count` tasks are sleeping.
  ///
  /// Call this method before you advance the time if code on other executors is to sleep. It does
  /// not return if the tasks do not sleep, so give the test a time limit.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  nonisolated(nonsending) public func waitForSleepers(_ count: Int = 1) async throws {
    while sleeperCount < count {
      try Task.checkCancellation()
      await Task.yield()
    }
  }

  // MARK: - Advancing

  /// Advances the time by a duration and wakes all tasks that are due.
  ///
  /// Tasks that were started before the call can sleep first. A duration of zero does only that.
  ///
  /// - Precondition: `duration` is not negative.
  nonisolated(nonsending) public func advance(by duration: Duration) async {
    precondition(duration >= .zero, "the time cannot go back, got \(duration)")
    await advance(to: now.advanced(by: duration))
  }

  /// Advances the time to a deadline and wakes all tasks that are due, including at the deadline.
  ///
  /// Tasks that were started before the call can sleep first. When a task wakes, the time is its own
  /// deadline.
  ///
  /// - Precondition: `deadline` is not before `now`.
  nonisolated(nonsending) public func advance(to deadline: Instant) async {
    precondition(
      deadline >= now, "the time cannot go back, got \(deadline.offset) at \(now.offset)")
    await settle()
    while await wakeNext(until: deadline) {}
    lock.withLock { state.now = max(state.now, deadline) }
  }

  /// Advances the time from deadline to deadline until no task is sleeping.
  ///
  /// With a repeating timer, the method returns only if the caller's task is cancelled.
  nonisolated(nonsending) public func run() async {
    await settle()
    while !Task.isCancelled, await wakeNext(until: nil) {}
  }

  /// Wakes the next task and lets it run; returns `false` if no task is due.
  nonisolated(nonsending) private func wakeNext(until deadline: Instant?) async -> Bool {
    guard let next = lock.withLock({ state.wakeFirst(until: deadline) }) else { return false }
    next.continuation.resume()
    await settle(quietTurns: next.hasCompany ? Self.quietTurnsWithinInstant : Self.quietTurns)
    return true
  }

  /// Yields until the clock has not been used for a number of turns.
  ///
  /// A turn, `Task.yield()`, passes through the queues of the global executor and of the caller's
  /// actor, so that all jobs that were queued before have run.
  nonisolated(nonsending) private func settle(quietTurns: Int = quietTurns) async {
    var quiet = 0
    var uses = lock.withLock { state.uses }
    for _ in 0..<Self.maxTurns {
      await Task.yield()
      let (latest, isWaking) = lock.withLock { (state.uses, state.waking > 0) }
      quiet = latest == uses && !isWaking ? quiet + 1 : 0
      uses = latest
      if quiet == quietTurns { return }
    }
  }
}
