internal import FlowTesting

/// A clock on which no two sleeps end at the same instant, though they may be asked for alike.
///
/// What is first of two things that happen at the same instant, nobody promises; where that may not
/// matter, nothing may happen at the same instant.
struct ProgramClock: Clock {
  typealias Instant = VirtualClock.Instant

  let base: VirtualClock
  /// `false` for sleeps as they were asked for.
  let isApart: Bool
  let count = Count()

  // Unchecked: everything happens on the one thread that drives virtual time.
  final class Count: @unchecked Sendable {
    var value = 0
  }

  var now: Instant { base.now }
  var minimumResolution: Duration { base.minimumResolution }

  nonisolated(nonsending) func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    guard isApart else {
      try await base.sleep(until: deadline)
      return
    }
    count.value += 1
    try await base.sleep(until: deadline.advanced(by: .nanoseconds(Self.shift(count.value))))
  }

  nonisolated(nonsending) func sleep(for duration: Duration) async throws {
    try await sleep(until: now.advanced(by: duration), tolerance: nil)
  }

  /// How much later the sleep of a number ends than was asked for, in nanoseconds.
  static func shift(_ number: Int) -> Int { number * 1_000_003 }
}
