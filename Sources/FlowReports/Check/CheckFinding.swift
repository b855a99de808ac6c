import Measurement

/// One thing that the gate looked at.
package struct CheckFinding: Equatable {
  /// The gate that a finding is of.
  package enum Gate: String, CaseIterable {
    /// Exact counts against a baseline.
    case counts
    /// Processor time in pairs against another revision.
    case time
  }

  /// What it came to.
  package enum Outcome: String, CaseIterable {
    case same
    case improved
    case regressed
    /// Both were measured, and too few pairs or too much noise decide nothing.
    case inconclusive
    /// The gate promises it, and it was not compared: the base lacks it, or it could not be measured.
    case uncompared = "not compared"
    /// The base has no such scenario, or no such metric: it is new in this revision.
    case new
    /// The base knows it, and it was not measured.
    case gone
    /// A trial failed or ended in a wrong state.
    case invalid
  }

  var gate: Gate
  var scenario: String
  /// A column of `samples.csv`, or `digest`.
  var metric: String
  package var outcome: Outcome
  /// What the base has, as a reader sees it.
  var base = ""
  /// What was measured now.
  var candidate = ""
  /// How they differ: `+1.00`, `+5.2 %`.
  var change = ""
  /// Why, where the numbers do not say it.
  package var note = ""

  /// Whether the reason is that the base failed.
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
