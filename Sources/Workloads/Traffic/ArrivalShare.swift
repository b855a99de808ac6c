/// The arrivals of a schedule that one of several workers sends.
///
/// - `poisson`: each worker has a process of its own at its part of the rate. Independent Poisson
///   processes together are one at the sum of their rates: J. F. C. Kingman, *Poisson Processes*,
///   1993, section 2.2.
/// - `constant`: every *k*-th arrival of the schedule, so that the shares together are the schedule,
///   instant for instant.
public struct ArrivalShare: Sendable {
  private var schedule: ArrivalSchedule
  /// How many arrivals of others come between two of these.
  private let others: Int

  /// The share of a worker, at its start.
  ///
  /// - Parameters:
  ///   - worker: Which one, from 0.
  ///   - workers: How many there are, 1 or more.
  ///   - seed: Decides all arrivals of `poisson`, of each worker by itself.
  /// - Throws: `RateError` when each worker would have less than one arrival.
  public init(
    of worker: Int, among workers: Int, profile: RateProfile, process: ArrivalProcess,
    seed: UInt64
  ) throws(RateError) {
    let share = 1 / Double(workers)
    let part = try RateProfile(
      profile.segments.map { segment in
        RateSegment(
          durationNs: segment.durationNs, fromRate: segment.fromRate * share,
          toRate: segment.toRate * share)
      })
    switch process {
    case .poisson:
      others = 0
      schedule = ArrivalSchedule(
        profile: part, process: process, seed: splitSeed(seed, "worker/\(worker)"))
    case .constant:
      others = workers - 1
      schedule = ArrivalSchedule(profile: profile, process: process, seed: seed)
      schedule.skip(worker)
    }
  }

  /// The worker's next arrival.
  ///
  /// - Returns: Nanoseconds from the start, never less than the last time; `nil` when there are no
  ///   more.
  public mutating func next() -> UInt64? {
    let atNs = schedule.next()
    schedule.skip(others)
    return atNs
  }
}

extension ArrivalSchedule {
  /// Leaves out so many arrivals that leave nothing to chance.
  mutating func skip(_ arrivals: Int) { count &+= arrivals }
}
