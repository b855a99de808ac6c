import FlowHarness
package import FlowResults
import OrderedCollections
import PlainText

/// The report of a run.
package struct RunReport: SessionReport {
  private let plan: Plan
  /// The rows of `summary.csv`.
  package let summary: [SummaryRow]
  private let growths: [Growth]
  package let end: SessionEnd

  /// Summarises the rows on disk, one stream of actions at a time, because ratios are only taken within one.
  ///
  /// - Parameter rows: Reads the rows of some scenarios.
  /// - Throws: What `rows` throws.
  init(plan: Plan, end: SessionEnd, rows: (Set<String>) throws -> [SampleRow]) rethrows {
    self.plan = plan
    self.end = end
    var summaries: [String: [SummaryRow]] = [:]
    var times: [String: MeasuredTimes] = [:]
    for scenarios in OrderedDictionary(grouping: plan.scenarios, by: \.stream).values {
      let rows = try rows(Set(scenarios.map(\.id)))
      // Each machine has a summary of its own, because ratios are of one machine.
      for rows in OrderedDictionary(grouping: rows, by: \.runID).values {
        for row in Summariser(scenarios, rows: rows).summary() {
          summaries[row.dimensions.scenario, default: []].append(row)
        }
      }
      times.merge(MeasuredTimes.all(rows)) { first, _ in first }
    }
    summary = plan.scenarios.flatMap { summaries[$0.id] ?? [] }
    growths = Growth.all(plan.scenarios, times: times)
  }

  /// A Boolean value that indicates whether several machines have measured the same scenario.
  package var isOfSeveralMachines: Bool { !MachineSpread(plan.scenarios, summary).isEmpty }

  package var isValid: Bool { summary.allSatisfy { $0.isValid == true } }

  /// A block for each workload and its circumstances, with a row for each design.
  package var table: String { table(isColoured: StandardOutput.wantsColours) }

  func table(isColoured: Bool) -> String {
    let spread = MachineSpread(plan.scenarios, summary)
    guard spread.isEmpty else { return spread.table(width: Self.width, isColoured: isColoured) }
    let measured = Set(summary.map(\.metric))
    // A metric that was not measured has no column.
    let columns = Self.columns.filter { measured.contains($0.metric) }
    var table = TextTable(
      ["scenario", "ns/action", "95 % interval", "vs floor"] + columns.map(\.title))
    let metrics = OrderedDictionary(grouping: summary) { $0.dimensions.scenario }
      .mapValues { rows in Dictionary(rows.map { ($0.metric, $0) }) { first, _ in first } }
    let shown = plan.scenarios.filter { metrics[$0.id] != nil }
    for (block, scenarios) in OrderedDictionary(grouping: shown, by: \.block) {
      table.add([block])
      let best = scenarios.filter { $0.design != FloorDesign.id && median(metrics[$0.id]).isFinite }
        .min { median(metrics[$0.id]) < median(metrics[$1.id]) }
      for scenario in scenarios {
        guard let metrics = metrics[scenario.id] else { continue }
        let isInvalid = metrics.values.contains { $0.isValid != true }
        let isBest = scenario == best && scenarios.count > 2
        table.add(
          cells(scenario, metrics, columns.map(\.metric)),
          isInvalid ? .invalid : isBest ? .best : .plain)
      }
    }
    return table.text(width: Self.width, isColoured: isColoured) + "\n"
      + Growth.text(growths, width: Self.width)
      + legend(of: measured)
  }

  private static let width = 120

  private func median(_ metrics: [String: SummaryRow]?) -> Double {
    metrics?[SummaryMetric.wall.name]?.median ?? .infinity
  }

  /// The columns after the times: title, and metric whose median is shown.
  private static let columns = SummaryMetric.all.compactMap { metric in
    metric.traits.title.map { (title: $0, metric: metric.name) }
  }

  private func cells(
    _ scenario: Scenario, _ metrics: [String: SummaryRow], _ columns: [String]
  ) -> [String] {
    let wall = metrics[SummaryMetric.wall.name]
    if wall?.isValid == false { return ["  " + scenario.label, "invalid"] }
    let interval = wall?.intervalLow.map {
      "\(TextTable.number($0)) … \(TextTable.number(wall?.intervalHigh))"
    }
    return [
      "  " + scenario.label, TextTable.number(wall?.median), interval ?? "–",
      TextTable.number(wall?.ratioToFloor),
    ] + columns.map { TextTable.number(metrics[$0]?.median) }
  }

  private func legend(of metrics: Set<String>) -> String {
    var lines = [
      "ns/action: median of all samples; vs floor: over a plain loop with the same actions;",
      "allocs, bytes, retains, instr(uctions): for each action, in other processes; –: not measured.",
    ]
    if let loopNs = end.run.loopNs, metrics.contains(SummaryMetric.wall.name) {
      lines.append(
        "The loop itself takes \(TextTable.number(loopNs)) ns of each action; nothing is subtracted."
      )
    }
    if metrics.contains(SummaryMetric.wasted.name) {
      lines.append(
        "notified: views invalidated for each action; wasted: those with nothing new to draw.")
    }
    if plan.scenarios.contains(where: { $0.affinity == .free }) {
      lines.append(Self.freeCores(end.run.cpuCount))
    }
    let faults = summary.filter { $0.isValid != true }
    lines += faults.map { "invalid: \($0.dimensions.scenario): \($0.warning)" }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns a line about the cores of rows `@free`; `nil` cores are unknown.
  static func freeCores(_ count: Int?) -> String {
    switch count {
    case 1: "@free: on one core as every other row, because the process could use no other."
    case let count?:
      "@free: on the \(count) cores that the process could use; every other row is pinned to one."
    case nil: "@free: on all cores; every other row is pinned to one."
    }
  }

  package var closing: String {
    let scenarios = Set(summary.map(\.dimensions.scenario)).count
    let invalid = Set(summary.filter { $0.isValid != true }.map(\.dimensions.scenario)).count
    let time = end.elapsed.isEmpty ? "" : " in \(end.elapsed)"
    return end.closing(
      summary: "\(CountText.text(scenarios, "scenario"))\(time), \(invalid) invalid")
  }

  package func json() throws -> String { try JSONText.object(JSONText.rows(summary)) }
}
