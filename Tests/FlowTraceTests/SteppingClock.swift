/// A clock that advances by 100 ns at each read.
final class SteppingClock: Clock, @unchecked Sendable {
  struct Instant: InstantProtocol {
    var ns: Int64

    func advanced(by duration: Duration) -> Instant {
      Instant(ns: ns + duration.components.attoseconds / 1_000_000_000)
    }

    func duration(to other: Instant) -> Duration { .nanoseconds(other.ns - ns) }

    static func < (left: Instant, right: Instant) -> Bool { left.ns < right.ns }
  }

  private var readings: Int64 = 0

  var minimumResolution: Duration { .nanoseconds(100) }

  var now: Instant {
    readings += 1
    return Instant(ns: readings * 100)
  }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}
