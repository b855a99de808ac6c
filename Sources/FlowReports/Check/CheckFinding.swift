import FlowResults
package import Measurement

/// The result of one comparison of a gate.
package struct CheckFinding: Equatable {
  /// The gate of a finding.
  package enum Gate: String, CaseIterable {
    /// Exact counts against a baseline.
    case counts
    /// Processor time in pairs against another revision.
    case time
  }

  /// The outcome of a comparison.
  package enum Outcome: String, CaseIterable {
    case same
    case improved
    case regressed
    /// Both were measured, but too few pairs or too much noise.
    case inconclusive
    /// The gate requires it, and it was not compared: the base lacks it, or it could not be
    /// measured.
    case uncompared = "not compared"
    /// The base has no such scenario or metric.
    case new
    /// The base has it, and it was not measured.
    case gone
    /// A trial failed or ended in a wrong state.
    case invalid
  }

  var gate: Gate
  var scenario: String
  /// A column of `samples.csv`, or `digest`.
  var metric: String
  package var outcome: Outcome
  /// The base's value for a reader.
  var base = ""
  /// The value measured now.
  var candidate = ""
  /// The difference: `+1.00`, `+5.2 %`.
  var change = ""
  /// The reason, if the numbers do not show it.
  package var note = ""

  /// A Boolean value that indicates whether the base failed.
  package var isBaseFault = false

  package init(
    gate: Gate, scenario: String, metric: String, outcome: Outcome, base: String = "",
    candidate: String = "", change: String = "", note: String = ""
  ) {
    self.gate = gate
    self.scenario = scenario
    self.metric = metric
    self.outcome = outcome
    self.base = base
    self.candidate = candidate
    self.change = change
    self.note = note
  }

  /// `allocations_per_action of counter/single/1/uniform/flow: 0 → 1.00 (+1.00)`.
  var line: String {
    var text = "\(metric) of \(scenario)"
    let sides = [base, candidate].filter { !$0.isEmpty }
    if !sides.isEmpty { text += ": " + sides.joined(separator: " → ") }
    if !change.isEmpty { text += " (\(change))" }
    return note.isEmpty ? text : "\(text): \(note)"
  }
}

/// The result of the comparison of one scenario's time.
package struct TimedFinding {
  var finding: CheckFinding
  /// The row of `compare.csv`; `nil` if nothing was compared.
  var row: CompareRow?

  package init(finding: CheckFinding, row: CompareRow? = nil) {
    self.finding = finding
    self.row = row
  }
}

extension CheckFinding {
  /// Records the result of pairs.
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
