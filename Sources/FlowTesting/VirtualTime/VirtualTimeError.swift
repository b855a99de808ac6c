/// An error of a body that could not end in virtual time.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public struct VirtualTimeError: Error, Equatable, CustomStringConvertible {
  /// The reason for an error.
  public enum Reason: Sendable {
    /// The body waits, no job is ready, and no task is sleeping.
    case deadlock
    /// The body waits, and the next deadline is after the limit.
    case overdue
  }

  /// The reason for the error.
  public let reason: Reason
  /// The seed of the run.
  public let seed: UInt64
  /// The virtual time at which the run stopped.
  public let now: VirtualClock.Instant
  /// The number of jobs that had run.
  public let jobs: Int
  /// The number of sleeping tasks.
  public let sleepers: Int
  /// The number of jobs that had come from other executors.
  public let foreignJobs: Int

  init(of time: VirtualTime) {
    sleepers = time.clock.sleeperCount
    reason = sleepers == 0 ? .deadlock : .overdue
    seed = time.seed
    now = time.clock.now
    jobs = time.jobs
    foreignJobs = time.foreignJobs
  }

  /// A description of the reason with these numbers.
  public var description: String {
    let place = "at \(now) after \(jobs) jobs (seed \(seed), \(foreignJobs) foreign jobs)"
    switch reason {
    case .deadlock:
      return "deadlock \(place): no job is ready and no task is sleeping; the body waits for an "
        + "event that cannot occur, or for work that left virtual time"
    case .overdue:
      return
        "overdue \(place): the body has not ended, and the deadlines of \(sleepers) tasks are after the limit"
    }
  }
}
