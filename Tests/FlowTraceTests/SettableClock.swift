/// A clock that shows any time, as the clock of a system does when it is set.
final class SettableClock: Clock, @unchecked Sendable {
  struct Instant: InstantProtocol {
    var seconds: Int64

    func advanced(by duration: Duration) -> Instant {
      Instant(seconds: seconds + duration.components.seconds)
    }

    func duration(to other: Instant) -> Duration { .seconds(other.seconds - seconds) }

    static func < (left: Instant, right: Instant) -> Bool { left.seconds < right.seconds }
  }

  var now = Instant(seconds: 0)

  var minimumResolution: Duration { .seconds(1) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}
