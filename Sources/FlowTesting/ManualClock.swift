import Foundation

/// A clock whose time moves only when the test moves it: tests of timers take no time and always
/// end alike.
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
/// Time moves from deadline to deadline. Sleepers wake in order of their deadlines, those with the
/// same one in the order in which they came. Before the time goes on to the next deadline, all who
/// were woken have run up to where they next wait; so a timer that sleeps again wakes as often as the
/// time is moved past it. Of those with the same deadline, each begins to run before the next.
///
/// A clock cannot see what tasks are about to do. So, before it goes on, it gives way until it has
/// not been used for fifty turns in a row.
/// - Code on the caller's actor has its turn each time: it gets fifty hops between tasks of that
///   actor from one use of the clock to the next, and every run is alike.
/// - Code that crosses other executors on its way, as everybody does in `clock.sleep(for:)` on an
///   `any Clock<Duration>`, is usually back within two turns; it comes too late only if its thread is
///   held up for as long as all of them take.
/// - Code that works on other executors runs beside the caller, who must wait for it: before moving
///   the time with `waitForSleepers(_:)`, afterwards for the task's own result.
///
/// One task moves the time; all others may read it and sleep, from any executor.
public final class ManualClock: Clock {
  /// A time on a manual clock.
  public struct Instant: InstantProtocol {
    /// The time since the clock was made; negative before that.
    public var offset: Duration

    /// The instant `offset` after the clock was made.
    public init(offset: Duration = .zero) { self.offset = offset }

    /// The instant `duration` after this one.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// The time from here to `other`; negative if that is earlier.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Whether `left` is the earlier one.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  /// Turns in a row without any use of the clock after which nobody is expected to use it.
  ///
  /// Whoever comes back to the clock after more hops than this comes too late for the move under
  /// way. Twenty were too few for tasks that cross executors on a busy machine.
  private static let quietTurns = 50
  /// The same between sleepers with one deadline, who need only begin to run in order.
  private static let quietTurnsWithinInstant = 5
  /// Turns after which the time moves on although the clock is still being used, or although
  /// somebody who was woken has not come to run; otherwise a test would hang.
  private static let maxTurns = 2_000

  // `NSLock`, not `Mutex`: on Linux the thread sanitizer takes a `Mutex` that was waited for for a
  // race.
  private let lock = NSLock()
  // Unsafe: only touched while `lock` is held.
  nonisolated(unsafe) private var state: SleeperQueue

  /// A clock at which nobody sleeps.
  ///
  /// - Parameter now: The time it shows until it is moved.
  public init(now: Instant = Instant()) { state = SleeperQueue(now: now) }

  /// The time to which the clock was moved last.
  public var now: Instant { lock.withLock { state.now } }

  /// One attosecond: any two instants can be distinguished.
  public var minimumResolution: Duration {
    Duration(secondsComponent: 0, attosecondsComponent: 1)
  }

  /// How many tasks sleep at this moment.
  public var sleeperCount: Int { lock.withLock { state.count } }

  // MARK: - Sleeping

  /// Sleeps until the clock is moved to `deadline`, or past it.
  ///
  /// Returns without sleeping, but giving way once, if the time has come already. Called on a
  /// `ManualClock` it stays on the caller's executor.
  ///
  /// - Parameters:
  ///   - deadline: When to wake.
  ///   - tolerance: Without meaning here: nobody oversleeps.
  /// - Throws: `CancellationError` as soon as the task is cancelled, before or while sleeping.
  /// - Complexity: O(*n*) among *n* sleepers.
  nonisolated(nonsending) public func sleep(
    until deadline: Instant, tolerance: Duration? = nil
  ) async throws { try await sleep(until: deadline, on: #isolation) }

  // With its isolation as a parameter, which the closure holds: the closure of a
  // `nonisolated(nonsending)` function belongs to no actor, and would hop off the caller's and back.
  private func sleep(
    until deadline: Instant, on isolation: isolated (any Actor)?
  ) async throws {
    try Task.checkCancellation()
    guard let sleeper = lock.withLock({ state.arrive(deadline: deadline) }) else {
      await Task.yield()
      return try Task.checkCancellation()
    }
    defer { lock.withLock { state.leave(sleeper) } }
    try await withTaskCancellationHandler {
      _ = isolation
      try await withCheckedThrowingContinuation { continuation in
        let refusal = lock.withLock { state.lieDown(sleeper, continuation) }
        if let refusal { continuation.resume(with: refusal) }
      }
    } onCancel: {
      let continuation = lock.withLock { state.cancel(sleeper) }
      continuation?.resume(throwing: CancellationError())
    }
  }

  /// Sleeps until the clock has been moved by `duration`.
  ///
  /// - Parameters:
  ///   - duration: How long to sleep; zero or less means not at all.
  ///   - tolerance: Without meaning here: nobody oversleeps.
  /// - Throws: `CancellationError` as soon as the task is cancelled, before or while sleeping.
  nonisolated(nonsending) public func sleep(
    for duration: Duration, tolerance: Duration? = nil
  ) async throws {
    try await sleep(until: now.advanced(by: duration), tolerance: tolerance)
  }

  /// Waits until at least `count` tasks sleep, however long they take to get there.
  ///
  /// For code on other executors, before the time is moved. Never returns if they do not come: give
  /// the test a time limit.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  nonisolated(nonsending) public func waitForSleepers(_ count: Int = 1) async throws {
    while sleeperCount < count {
      try Task.checkCancellation()
      await Task.yield()
    }
  }

  // MARK: - Moving

  /// Moves the time on by `duration`, waking whoever is due on the way.
  ///
  /// Tasks started before the call come to sleep first. Moving by zero only lets them.
  ///
  /// - Precondition: `duration` is not negative.
  nonisolated(nonsending) public func advance(by duration: Duration) async {
    precondition(duration >= .zero, "time moves forwards only, got \(duration)")
    await advance(to: now.advanced(by: duration))
  }

  /// Moves the time on to `deadline`, waking whoever is due on the way, `deadline` included.
  ///
  /// Tasks started before the call come to sleep first. A sleeper sees the time of its own deadline
  /// when it wakes.
  ///
  /// - Precondition: `deadline` is not before `now`.
  nonisolated(nonsending) public func advance(to deadline: Instant) async {
    precondition(
      deadline >= now, "time moves forwards only, got \(deadline.offset) at \(now.offset)")
    await settle()
    while await wakeNext(until: deadline) {}
    lock.withLock { state.move(to: deadline) }
  }

  /// Moves the time on from deadline to deadline until nobody sleeps.
  ///
  /// Never returns while a timer keeps repeating, unless the task that called is cancelled.
  nonisolated(nonsending) public func run() async {
    await settle()
    while !Task.isCancelled, await wakeNext(until: nil) {}
  }

  /// Wakes the first sleeper due and gives way to it; `false` if nobody is due.
  nonisolated(nonsending) private func wakeNext(until deadline: Instant?) async -> Bool {
    guard let next = lock.withLock({ state.wakeFirst(until: deadline) }) else { return false }
    next.continuation.resume()
    await settle(quietTurns: next.hasCompany ? Self.quietTurnsWithinInstant : Self.quietTurns)
    return true
  }

  /// Gives way until the clock has not been used for a number of turns.
  ///
  /// A turn, `Task.yield()`, goes through the queue of the global executor and that of the caller's
  /// actor: whatever stood in them before is out of them afterwards.
  nonisolated(nonsending) private func settle(quietTurns: Int = quietTurns) async {
    var quiet = 0
    var uses = lock.withLock { state.uses }
    for _ in 0..<Self.maxTurns {
      await Task.yield()
      let (latest, isWaking) = lock.withLock { (state.uses, state.isWaking) }
      quiet = latest == uses && !isWaking ? quiet + 1 : 0
      uses = latest
      if quiet == quietTurns { return }
    }
  }
}
