/// Who sleeps until when: what a manual clock decides, without locks and without waking anybody.
struct SleeperQueue: Sendable {
  typealias Continuation = CheckedContinuation<Void, any Error>

  /// One call of `sleep`.
  struct Sleeper: Hashable, Comparable {
    let deadline: ManualClock.Instant
    /// How many came before.
    let arrival: Int

    static func < (left: Sleeper, right: Sleeper) -> Bool {
      (left.deadline, left.arrival) < (right.deadline, right.arrival)
    }
  }

  /// The time, which never goes back.
  private(set) var now: ManualClock.Instant
  /// How often anybody came, left or was woken; changes with every use of the clock.
  private(set) var uses = 0

  /// Latest first, so that the next one to wake is the last.
  private var asleep: [(sleeper: Sleeper, continuation: Continuation)] = []
  /// Called off while on their way to bed.
  private var cancelled: Set<Sleeper> = []
  /// Woken, but not yet running.
  private var waking: Set<Sleeper> = []
  private var arrivals = 0

  init(now: ManualClock.Instant) { self.now = now }

  /// How many are asleep.
  var count: Int { asleep.count }

  /// Whether somebody has been woken who has not run yet.
  var isWaking: Bool { !waking.isEmpty }

  /// Takes a newcomer's name; `nil` if there is nothing to wait for.
  mutating func arrive(deadline: ManualClock.Instant) -> Sleeper? {
    guard deadline > now else { return nil }
    uses += 1
    arrivals += 1
    return Sleeper(deadline: deadline, arrival: arrivals)
  }

  /// Puts a newcomer to sleep, unless something has happened on the way: then says what to wake it
  /// with at once.
  mutating func lieDown(
    _ sleeper: Sleeper, _ continuation: Continuation
  ) -> Result<Void, any Error>? {
    if cancelled.contains(sleeper) { return .failure(CancellationError()) }
    if sleeper.deadline <= now { return .success(()) }
    asleep.insert((sleeper, continuation), at: position(of: sleeper))
    return nil
  }

  /// Calls off a sleep; whose continuation comes back must be woken.
  mutating func cancel(_ sleeper: Sleeper) -> Continuation? {
    let position = position(of: sleeper)
    guard position < asleep.count, asleep[position].sleeper == sleeper else {
      // On the way to bed, or woken in time; `leave` forgets it in either case.
      cancelled.insert(sleeper)
      return nil
    }
    uses += 1
    waking.insert(sleeper)
    return asleep.remove(at: position).continuation
  }

  /// Moves the time to the first deadline, and hands over who waits for it.
  ///
  /// - Returns: Whom to wake, and whether others are due at the same instant; `nil` if nobody is
  ///   due until `deadline`.
  mutating func wakeFirst(
    until deadline: ManualClock.Instant?
  ) -> (continuation: Continuation, hasCompany: Bool)? {
    guard let first = asleep.last, first.sleeper.deadline <= deadline ?? first.sleeper.deadline
    else { return nil }
    asleep.removeLast()
    uses += 1
    waking.insert(first.sleeper)
    move(to: first.sleeper.deadline)
    return (first.continuation, asleep.last?.sleeper.deadline == first.sleeper.deadline)
  }

  /// Forgets a sleeper that runs again.
  mutating func leave(_ sleeper: Sleeper) {
    uses += 1
    waking.remove(sleeper)
    cancelled.remove(sleeper)
  }

  /// Moves the time, unless it is later already.
  mutating func move(to instant: ManualClock.Instant) { now = max(now, instant) }

  /// Where a sleeper is in the queue, or belongs.
  private func position(of sleeper: Sleeper) -> Int {
    asleep.firstIndex { $0.sleeper <= sleeper } ?? asleep.count
  }
}
