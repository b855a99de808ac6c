/// What an event had counted at one instant, on all threads.
public struct PerfEventReading: Equatable, Sendable {
  /// How often the event has happened so far, added up over threads.
  public var value: UInt64
  /// For how long the event was wanted, in nanoseconds, added up over threads.
  public var enabledNs: UInt64
  /// For how long it really counted, in nanoseconds; less than `enabledNs` when it had to take
  /// turns with other events.
  public var runningNs: UInt64

  /// Takes three numbers.
  public init(value: UInt64, enabledNs: UInt64, runningNs: UInt64) {
    self.value = value
    self.enabledNs = enabledNs
    self.runningNs = runningNs
  }

  /// What was counted since an earlier reading of the same counter.
  ///
  /// The usual remedy for an event that took turns is to scale its count by the time it missed.
  /// That is a guess, so here it is refused.
  ///
  /// - Returns: Nil when the event did not count all of the time, or a count went backwards.
  public func exactCount(since earlier: PerfEventReading) -> UInt64? {
    guard value >= earlier.value, enabledNs >= earlier.enabledNs,
      runningNs >= earlier.runningNs,
      enabledNs - earlier.enabledNs == runningNs - earlier.runningNs
    else { return nil }
    return value - earlier.value
  }
}
