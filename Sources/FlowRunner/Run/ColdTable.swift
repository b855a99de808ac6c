import FlowHarness
import FlowResults
import OrderedCollections
import PlainText

/// The table of single actions beside the times of the loop.
struct ColdTable {
  private let pace: Pace
  private let scenarios: [Scenario]
  /// The rows of each scenario by metric.
  private let rows: [String: [String: SummaryRow]]

  /// - Returns: `nil` if the plan has no pace, or no single action was measured.
  init?(_ plan: Plan, _ summary: [SummaryRow]) {
    guard let cold = plan.settings.cold else { return nil }
    pace = cold.pace
    rows = Dictionary(grouping: summary) { $0.dimensions.scenario }
      .mapValues { rows in Dictionary(rows.map { ($0.metric, $0) }) { first, _ in first } }
    let rows = rows
    scenarios = plan.scenarios.filter { rows[$0.id]?[SummaryMetric.cold.name] != nil }
    if scenarios.isEmpty { return nil }
  }

  /// Returns the table.
  ///
  /// - Parameter limit: The maximum number of scenarios.
  func text(limit: Int = .max, width: Int, isColoured: Bool) -> String {
    let frame = TextTable.time(pace.frameNs)
    var table = TextTable([
      "scenario", "hot ns", "cold ns", "95 % interval", "cold/hot", "p99 ns", "of \(frame)",
    ])
    let shown = scenarios.prefix(limit)
    for (block, scenarios) in OrderedDictionary(grouping: shown, by: \.block) {
      table.add([block], .heading)
      for scenario in scenarios { table.add(cells(scenario)) }
    }
    let hidden = scenarios.count - shown.count
    return "\n" + table.text(width: width, isColoured: isColoured) + "\n"
      + (hidden > 0 ? "\(CountText.text(hidden, "more scenario")): --table\n" : "") + notes(frame)
  }

  private func cells(_ scenario: Scenario) -> [String] {
    func row(_ metric: SummaryMetric) -> SummaryRow? { rows[scenario.id]?[metric.name] }
    let (hot, cold) = (row(.wall)?.estimate, row(.cold)?.estimate)
    let interval = row(.cold)?.intervalLow.map {
      "\(TextTable.number($0)) … \(TextTable.number(row(.cold)?.intervalHigh))"
    }
    let ratio = hot.flatMap { hot in cold.map { $0 / hot } }
    return [
      "  " + scenario.label, TextTable.number(hot), TextTable.number(cold), interval ?? "–",
      TextTable.number(ratio), TextTable.number(row(.coldP99)?.estimate),
      cold.map { TextTable.percent($0 / pace.frameNs, sign: false) } ?? "–",
    ]
  }

  /// The meaning of the columns, and the harness's own cost.
  private func notes(_ frame: String) -> String {
    let empty = scenarios.compactMap { rows[$0.id]?[SummaryMetric.coldEmpty.name]?.estimate }.max()
    let cost = empty.map {
      " An empty action takes at most \(TextTable.number($0)) ns, which is not subtracted."
    }
    let text =
      "cold: median and 99th percentile of single actions, \(pace.hertz) per second, each after \(pace.use); "
      + "of \(frame): the median's share of the time between two.\(cost ?? "")"
    return TextWrap.lines(text, width: 100).joined(separator: "\n") + "\n"
  }
}

extension Pace {
  /// The use of the time between two actions, in words.
  fileprivate var use: String {
    let wait = spins ? "waiting without sleep" : "sleep"
    guard usedBytes > 0 else { return wait }
    let memory = "use of \(usedText) of other memory"
    return usesLate ? "\(wait) and then \(memory)" : "\(memory) and then \(wait)"
  }
}
