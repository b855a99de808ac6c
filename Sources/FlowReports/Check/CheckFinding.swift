import FlowResults
package import Measurement

/// The result of one comparison of a gate.
package struct CheckFinding: Equatable {
  /// A part of a check.
  package enum Gate: String, CaseIterable {
    /// Exact counts, compared with a baseline.
    case counts
    /// Processor time in pairs, compared with another revision.
    case time
  }

  /// The outcome of a comparison.
  package enum Outcome: String, CaseIterable {
    case same
    case improved
    case regressed
    /// Both were measured, but there are too few pairs or too much noise.
    case inconclusive
    /// The gate requires the comparison, but the base lacks the value, or it could not be measured.
    case uncompared = "not compared"
    /// The base has no such scenario or metric.
    case new
    /// The base has the scenario, but it was not measured.
    case gone
    /// A trial failed or ended in a wrong state.
    case invalid
  }

  var gate: Gate
  var scenario: String
  /// A column of `samples.csv`, `counts` or `digest`.
  var metric: String
  package var outcome: Outcome
  /// The base's value, for a reader.
  var base = ""
  /// The value measured now.
  var candidate = ""
  /// The difference: `+1.00`, `+5.2 %`.
  var change = ""
  /// The reason, if the numbers do not show it.
  package var note: String
  /// A Boolean value that indicates whether the base failed.
  package var isBaseFault = false

  package init(
    gate: Gate, scenario: String, metric: String, outcome: Outcome, note: String = ""
  ) {
    self.gate = gate
    self.scenario = scenario
    self.metric = metric
    self.outcome = outcome
    self.note = note
  }

  /// The finding in one line: `allocations_per_action of counter/single/1/uniform/flow: 0 → 1.00
  /// (+1.00)`.
  var line: String {
    var text = "\(metric) of \(scenario)"
    let sides = [base, candidate].filter { !$0.isEmpty }
    if !sides.isEmpty { text += ": " + sides.joined(separator: " → ") }
    if !change.isEmpty { text += " (\(change))" }
    return note.isEmpty ? text : "\(text): \(note)"
  }

  /// Sets the outcome from pairs of processes.
  package mutating func record(_ comparison: PairedComparison) {
    change = TextTable.percent(comparison.ratio - 1)
    if let bounds = comparison.interval() {
      candidate =
        "\(TextTable.percent(bounds.low - 1)) … \(TextTable.percent(bounds.high - 1))"
    }
    switch comparison.verdict {
    case .slower: outcome = .regressed
    case .faster: outcome = .improved
    case .same:
      outcome = .same
      if let visible = comparison.smallestVisible,
        visible > IndependentComparison.largestOverlooked
      {
        outcome = .inconclusive
        note = "\(Verdict.Reason.tooNoisy(overlooked: visible))"
      }
    case .inconclusive(let reason):
      outcome = .inconclusive
      note = "\(reason)"
    }
  }
}
