import FlowResults
import Measurement

/// What several processes found the driver of one design to add, and what that proves.
///
/// Code and heap lie elsewhere in each process, and a design may have two speeds there: of eight
/// processes of `middleware` three were off by more than 1 %. So the median counts, and it is too much
/// only where its interval says so.
struct LoopCosts {
  private let hand: SortedSamples
  private let driver: SortedSamples
  private let added: SortedSamples
  private let refusesLess: Bool

  /// So many times the processes that are asked of every design are asked of one that is not decided.
  static let maxTimesMore = 5

  /// Of such processes.
  ///
  /// - Parameter refusesLess: Whether taking less than the loop by hand is as wrong as taking more.
  init(_ costs: [LoopCost], refusesLess: Bool = false) {
    self.refusesLess = refusesLess
    hand = SortedSamples(costs.compactMap(\.handNs))
    driver = SortedSamples(costs.compactMap(\.driverNs))
    added = SortedSamples(costs.compactMap(\.differenceNs))
  }

  /// What the driver may add, and take less if that is wrong too.
  var allowedNs: Double { LoopCost.allowedNs(handNs: hand.median) }

  /// Whether the driver adds no more than it may; `nil`: the processes differ by more than what is to
  /// be decided, or are too few.
  var isMet: Bool? {
    guard let median = added.median else { return nil }
    if median <= allowedNs, !refusesLess || median >= -allowedNs { return true }
    guard let interval = MedianInterval(added) else { return nil }
    return interval.low > allowedNs || (refusesLess && interval.high < -allowedNs) ? false : nil
  }

  /// The row of the design.
  func row(_ section: CalibrationRow.Section, _ name: String) -> CalibrationRow {
    var row = CalibrationRow(
      section: section, name: name, unit: "ns", asked: hand.median, measured: driver.median,
      error: "not measured",
      allowed: (refusesLess ? "± " : "≤ ") + TextTable.number(allowedNs) + " ns", isMet: isMet)
    if let median = added.median, let least = added.min, let most = added.max {
      row.error =
        (median < 0 ? "" : "+") + TextTable.number(median) + " ns"
        + " (\(TextTable.number(least)) to \(TextTable.number(most)))"
        + (isMet == nil ? ": undecided" : "")
    } else {
      row.isMet = false
    }
    return row
  }
}
