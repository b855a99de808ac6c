/// How long a test waits for what others do on its actor, and how it waits.
///
/// First it lets others run, turn by turn: most of what is waited for is there after a few of them.
/// What is not takes real time, and then whoever waits sleeps between looking: the actor is free, and
/// the processor, too. In a virtual time nobody sleeps in real time, and the number of turns does not
/// depend on it.
struct Patience {
  /// Turns that are waited for nothing in particular: somebody else on the actor may be about to
  /// send.
  private static let idleTurns = 100
  /// Turns after which what is under way takes real time.
  private static let promptTurns = 1_000
  /// Turns in a virtual time, where there is no other measure.
  private static let virtualTurns = 10_000
  /// How long a sleep between two looks is.
  private static let pause = Duration.milliseconds(1)

  private let limit: Duration
  private let isVirtual = VirtualTime.isAround
  /// When the real time began to count: after the turns, which may be slow on a busy machine.
  private var start: ContinuousClock.Instant?
  private var turns = 0
  private var idle = 0

  /// Patience for at most so long, in real time.
  init(_ limit: Duration) { self.limit = limit }

  /// What to do about effects that were not done when there was none left.
  var advice: String {
    isVirtual
      ? "sleep until they are due" : "move their clock, or wait for longer than \(limit)"
  }

  /// Waits a little; `false`, without waiting, when there is no patience left or the task is
  /// cancelled.
  ///
  /// - Parameter isUnderWay: Whether there is something that may take real time.
  nonisolated(nonsending) mutating func wait(isUnderWay: Bool) async -> Bool {
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
