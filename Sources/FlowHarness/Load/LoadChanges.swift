/// What a load shows that is meant to change: how long it takes to recover, and whether it comes down
/// as it went up.
package struct LoadChanges: Codable, Equatable, Sendable {
  /// What came of its spike; `nil` where it has none.
  package var recovery: SpikeRecovery?
  /// The rates that were met on both ways, in the order of the stages in which it came down.
  package var returns: [ReturnedRate] = []

  package init() {}
}

/// How long it took after a spike until responses were as before it.
package struct SpikeRecovery: Codable, Equatable, Sendable {
  /// When the spike began, in nanoseconds since the start.
  package var startNs: UInt64
  /// When it ended, in nanoseconds since the start.
  package var endNs: UInt64
  /// What the p99 of the response must not be above to be back; `nil` where it was not known before.
  package var limitNs: Double?
  /// How long the longest window is whose p99 is compared; `nil` where none was.
  package var windowNs: UInt64?
  /// From the spike's end until the p99 was back; `nil` where that was not seen.
  package var recoveryNs: UInt64?

  package init(startNs: UInt64, endNs: UInt64) {
    self.startNs = startNs
    self.endNs = endNs
  }
}

/// The p99 of the response at one rate, coming down against going up.
package struct ReturnedRate: Codable, Equatable, Sendable {
  /// The rate that both stages hold, in actions a second.
  package var rate: Double
  /// The stage that held it before a higher rate, from 0.
  package var upStage: Int
  /// The stage that held it after that.
  package var downStage: Int
  /// The p99 in the later stage over that in the earlier one.
  package var ratio: Double
  /// The ends of its 95 % interval; `nil` where one of the two has none.
  package var low: Double?
  package var high: Double?

  package init(
    rate: Double, upStage: Int, downStage: Int, ratio: Double, low: Double? = nil,
    high: Double? = nil
  ) {
    self.rate = rate
    self.upStage = upStage
    self.downStage = downStage
    self.ratio = ratio
    self.low = low
    self.high = high
  }
}
