/// Waits in a test for events on its actor.
///
/// It first yields, because most events occur after a few turns. If an event takes real time, it
/// then sleeps between checks, so that the actor and the processor are free. In virtual time, it
/// does not sleep, and the number of turns does not depend on real time.
struct EventWait {
  /// The number of turns without effects in flight, in which other code on the actor may send.
  private static let idleTurns = 100
  /// The number of turns after which an effect in flight is assumed to take real time.
  private static let promptTurns = 1_000
  /// The maximum number of turns in virtual time.
  private static let virtualTurns = 10_000
  /// The duration of a sleep between two checks.
  private static let pause = Duration.milliseconds(1)

  private let limit: Duration
  private let isVirtual = VirtualTimeScope.isActive
  /// The start of the time limit, which is after the turns, because they may be slow on a busy
  /// machine.
  private var start: ContinuousClock.Instant?
  private var turns = 0
  private var idle = 0

  /// Creates a wait with a limit in real time.
  init(_ limit: Duration) { self.limit = limit }

  /// Returns the reason for a failure, with a remedy for effects that did not end in time.
  func advice(_ effectsInFlight: Int) -> String {
    guard effectsInFlight > 0 else { return "no effect is in flight" }
    let remedy =
      isVirtual
      ? "sleep until they are due" : "advance their clock, or wait longer than \(limit)"
    return "effects in flight (\(effectsInFlight)): \(remedy)"
  }

  /// Waits for a turn. Returns `false` if the limit is reached or the task is cancelled.
  ///
  /// - Parameter isUnderWay: A Boolean value that indicates whether an effect is in flight.
  nonisolated(nonsending) mutating func next(isUnderWay: Bool) async -> Bool {
    guard !Task.isCancelled else { return false }
    idle = isUnderWay ? 0 : idle + 1
    guard idle < Self.idleTurns else { return false }
    turns += 1
    if !isUnderWay || turns < (isVirtual ? Self.virtualTurns : Self.promptTurns) {
      await Task.yield()
      return true
    }
    guard !isVirtual else { return false }
    let now = ContinuousClock.now
    let start = self.start ?? now
    self.start = start
    guard start.duration(to: now) < limit else { return false }
    try? await Task.sleep(for: Self.pause)
    return true
  }
}
