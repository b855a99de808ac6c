import Measurement

/// What the driver adds to a loop written by hand over an equal store, for one design.
///
/// Both loops got the same actions and ended in the same state as a plain fold; else the row has no
/// numbers but a reason. Times are nanoseconds for an action. The rows are of one process, whose
/// code and heap lie where they lie: another one may differ by some tenths of a nanosecond.
package struct LoopCost: Codable, Equatable, Sendable {
  /// The design's id, or `empty` or `empty-suspending`.
  package let design: String
  /// How many actions were timed at once.
  package let batchActions: Int
  /// How often the two loops took turns, with two batches each.
  package let rounds: Int
  /// The core that all threads were pinned to while it was measured; nil when they were free.
  package let core: Int?

  /// The driver's median over the quiet rounds.
  package var driverNs: Double?
  /// The median of the loop written by hand over the quiet rounds; nil for `empty`, whose loop by
  /// hand is no loop: what the driver takes there is what it adds.
  package var handNs: Double?
  /// What the driver adds: the median over the quiet rounds of driver less hand. It need not be the
  /// difference of the two medians, which do not know which batches were neighbours.
  package var differenceNs: Double?
  /// Why there are no numbers, or why they are doubtful.
  package var reason: String?

  /// What a driver may add in nanoseconds, whatever the design takes.
  package static let minAllowedNs = 0.5
  /// What a driver may add as a share of the loop written by hand.
  package static let allowedShare = 0.01
  /// What a driver may add to a loop that takes so long: the larger of the two.
  static func allowedNs(handNs: Double?) -> Double {
    max(minAllowedNs, allowedShare * (handNs ?? 0))
  }

  /// The share of the rounds that are believed: the fastest ones. What made the others slow was the
  /// machine. A round is chosen by the time of both loops together, which favours neither.
  static let quietShare = 0.25
}

/// One turn of both loops: driver, hand, hand, driver.
struct LoopRound {
  /// The driver's two batches, in nanoseconds for an action.
  var driver: (Double, Double)
  /// The batches between them; nil where there is no loop to compare with.
  var hand: (Double, Double)?

  /// The mean of both batches, so that a machine that becomes steadily slower or faster slows both
  /// loops alike.
  var driverNs: Double { (driver.0 + driver.1) / 2 }
  var handNs: Double? { hand.map { ($0.0 + $0.1) / 2 } }
  var differenceNs: Double { driverNs - (handNs ?? 0) }
}

extension LoopCost {
  /// Fills in the numbers.
  ///
  /// - Precondition: At least one round; all of them with a loop written by hand, or none.
  mutating func take(_ rounds: [LoopRound]) {
    precondition(!rounds.isEmpty, "rounds: must be at least 1, got 0")
    let wanted = max(1, Int(Double(rounds.count) * Self.quietShare))
    let quiet = rounds.sorted {
      $0.driverNs + ($0.handNs ?? 0) < $1.driverNs + ($1.handNs ?? 0)
    }.prefix(wanted)
    driverNs = SortedSamples(quiet.map(\.driverNs)).median
    handNs = SortedSamples(quiet.compactMap(\.handNs)).median
    differenceNs = SortedSamples(quiet.map(\.differenceNs)).median
  }
}
