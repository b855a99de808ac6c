import Measurement

/// What the driver adds to a loop written by hand over an equal store, for one design.
///
/// Both loops got the same actions and ended in the same state as a plain fold; else the row has no
/// numbers but a reason. Times are nanoseconds for an action. The rows are of one process, whose
/// code and heap lie where they lie: another one may differ by some tenths of a nanosecond.
public struct LoopCost: Codable, Equatable, Sendable {
  /// The design's id, or `empty` or `empty-suspending`.
  public let design: String
  /// How many actions were timed at once.
  public let batchActions: Int
  /// How often the two loops took turns, with two batches each.
  public let rounds: Int
  /// The core that all threads were pinned to while it was measured; nil when they were free.
  public let core: Int?

  /// The driver's fastest batch.
  public var driverNsMin: Double?
  /// The driver's median over the quiet rounds.
  public var driverNs: Double?
  /// The fastest batch of the loop written by hand; nil for `empty`, whose loop by hand is no loop:
  /// what the driver takes there is what it adds.
  public var handNsMin: Double?
  /// The median of the loop written by hand over the quiet rounds.
  public var handNs: Double?

  /// What the driver adds: the median over the quiet rounds of driver less hand. It need not be the
  /// difference of the two medians, which do not know which batches were neighbours.
  public var differenceNs: Double?
  /// The lower end of the interval that holds that median at 95 %.
  public var differenceNsLow: Double?
  /// The upper end of that interval.
  public var differenceNsHigh: Double?
  /// `differenceNs` as a share of `handNs`.
  public var relativeDifference: Double?
  /// What the driver may add: half a nanosecond or 1 % of the loop written by hand, whichever is
  /// larger.
  public var allowedNs: Double?
  /// The larger one of the two loops' median absolute deviations over the quiet rounds, as a share
  /// of its median.
  public var spread: Double?
  /// Whether the driver adds no more than allowed; nil when nothing was measured.
  public var verdict: Verdict?
  /// Why there are no numbers, or why they are doubtful.
  public var reason: String?

  /// What the interval says about the bound.
  public enum Verdict: String, Codable, Sendable {
    /// All of the interval is allowed.
    case within
    /// None of the interval is allowed.
    case above
    /// The bound lies inside the interval: the noise is larger than the question.
    case undecided
  }

  /// What a driver may add in nanoseconds, whatever the design takes.
  public static let leastAllowedNs = 0.5
  /// What a driver may add as a share of the loop written by hand.
  public static let allowedShare = 0.01
  /// What a driver may add to a loop that takes so long.
  static func allowedNs(handNs: Double?) -> Double {
    max(leastAllowedNs, allowedShare * (handNs ?? 0))
  }
  /// The share of the rounds that are believed: the fastest ones. What made the others slow was the
  /// machine. A round is chosen by the time of both loops together, which favours neither.
  static let quietShare = 0.25
  /// How much longer than the fastest batch a quiet round may take, as a factor.
  static let quietBound = 1.1
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
  /// Fills in the numbers and the verdict.
  ///
  /// - Precondition: At least one round; all of them with a loop written by hand, or none.
  mutating func judge(_ rounds: [LoopRound]) {
    precondition(!rounds.isEmpty, "rounds: must be at least 1, got 0")
    driverNsMin = rounds.map { min($0.driver.0, $0.driver.1) }.min()
    handNsMin = rounds.compactMap(\.hand).map { min($0.0, $0.1) }.min()

    let quiet = Self.quiet(rounds)
    let driver = SortedSamples(quiet.map(\.driverNs))
    let hand = SortedSamples(quiet.compactMap(\.handNs))
    let differences = SortedSamples(quiet.map(\.differenceNs))
    driverNs = driver.median
    handNs = hand.median
    differenceNs = differences.median
    spread = [driver, hand].compactMap(Self.spread).max()
    if let difference = differenceNs, let hand = handNs, hand > 0 {
      relativeDifference = difference / hand
    }
    let allowed = Self.allowedNs(handNs: handNs)
    allowedNs = allowed
    guard let interval = MedianInterval(differences) else { return }
    differenceNsLow = interval.low
    differenceNsHigh = interval.high
    verdict =
      interval.high <= allowed ? .within : interval.low > allowed ? .above : .undecided
    doubt()
  }

  /// Takes back that the driver is too slow, if no round was quiet: a busy neighbour on the same
  /// core makes both loops slower and their difference larger, never smaller.
  private mutating func doubt() {
    guard verdict == .above, let driverNs, let driverNsMin,
      driverNs > driverNsMin * Self.quietBound
    else { return }
    verdict = .undecided
    reason = "busy machine: the quiet rounds took more than a tenth longer than the fastest batch"
  }

  /// The rounds to believe, and always enough for an interval if there are so many.
  private static func quiet(_ rounds: [LoopRound]) -> ArraySlice<LoopRound> {
    let least = MedianInterval.samplesNeeded(confidence: Summary.Bounds.confidence)
    let wanted = max(least, Int(Double(rounds.count) * quietShare))
    return rounds.sorted { $0.driverNs + ($0.handNs ?? 0) < $1.driverNs + ($1.handNs ?? 0) }
      .prefix(wanted)
  }

  private static func spread(_ samples: SortedSamples) -> Double? {
    guard let median = samples.median, median > 0,
      let deviation = samples.medianAbsoluteDeviation
    else { return nil }
    return deviation / median
  }
}
