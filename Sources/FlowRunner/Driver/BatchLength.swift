import Measurement

/// When a batch is long enough to be timed as a whole.
///
/// Two things must be small beside it: the clock's step and cost, and what its two ends disturb. Reading
/// the processor's time enters the kernel; the actions after that run some microseconds slower until the
/// caches are as they were, which was 2 % of a batch of 16 actions of 7 µs each. A batch of thousands of
/// actions hides that, whatever they take, and is not made longer: it would leave the caches itself.
struct BatchLength {
  /// The shortest time that the clock can measure.
  let clockNs: UInt64

  /// So many actions hide what the ends of a batch disturb.
  static let manyActions = 4096
  /// So long a batch of fewer actions hides it.
  static let calmNs: UInt64 = 1_000_000

  /// Whether a batch of so many actions that took so long is long enough.
  func isReached(actions: Int, ns: UInt64) -> Bool {
    ns >= clockNs && (actions >= Self.manyActions || ns >= Self.calmNs)
  }
}
