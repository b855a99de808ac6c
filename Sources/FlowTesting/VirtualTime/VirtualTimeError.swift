/// Why a body could not run to its end in virtual time.
public struct VirtualTimeError: Error, Equatable, CustomStringConvertible {
  /// What stands in the way.
  public enum Reason: Sendable {
    /// The body waits, no job is ready, and nobody sleeps.
    case deadlock
    /// The body waits, and the next to wake do so after the limit.
    case overdue
  }

  /// What stands in the way.
  public let reason: Reason
  /// The seed of the run.
  public let seed: UInt64
  /// The virtual time at which the run could not go on.
  public let now: VirtualClock.Instant
  /// How many jobs had run.
  public let jobs: Int
  /// How many tasks sleep.
  public let sleepers: Int
  /// How many jobs had come back from elsewhere.
  public let foreignJobs: Int

  init(of time: VirtualTime) {
    sleepers = time.clock.sleeperCount
    reason = sleepers == 0 ? .deadlock : .overdue
    seed = time.seed
    now = time.clock.now
    jobs = time.jobs
    foreignJobs = time.foreignJobs
  }

  /// The reason, with numbers, for a reader.
  public var description: String {
    let place = "at \(now) after \(jobs) jobs (seed \(seed), \(foreignJobs) foreign jobs)"
    switch reason {
    case .deadlock:
      return "deadlock \(place): the body waits, no job is ready and nobody sleeps; it waits for "
        + "what never comes, or for work that left virtual time"
    case .overdue:
      return "overdue \(place): the body waits, and \(sleepers) sleep until after the limit"
    }
  }
}
