import FlowResults
package import Measurement

/// What the comparison of one scenario's time came to.
package struct TimedFinding {
  var finding: CheckFinding
  /// The row of `compare.csv`; `nil` where nothing was compared.
  var row: CompareRow?

  package init(finding: CheckFinding, row: CompareRow? = nil) {
    self.finding = finding
    self.row = row
  }
}

extension CheckFinding {
  /// Fills in what pairs have shown.
  package mutating func take(_ comparison: PairedComparison) {
    change = TextTable.percent(comparison.ratio - 1)
    switch comparison.verdict {
    case .slower: outcome = .regressed
    case .faster: outcome = .improved
    case .same: outcome = .same
    case .inconclusive: outcome = .inconclusive
    }
    if let bounds = comparison.interval() {
      let (low, high) = (bounds.low - 1, bounds.high - 1)
      candidate = "\(TextTable.percent(low)) … \(TextTable.percent(high))"
    }
    if case .inconclusive(let reason) = comparison.verdict { note = "\(reason)" }
    if comparison.verdict == .same, let visible = comparison.smallestVisible,
      visible > IndependentComparison.largestOverlooked
    {
      outcome = .inconclusive
      note = "\(Verdict.Reason.tooNoisy(overlooked: visible))"
    }
  }
}
