import FlowHarness
package import FlowResults
import Measurement
import OrderedCollections
import PlainText

/// The report of a run.
package struct RunReport: SessionReport {
  private let plan: Plan
  /// The rows of `summary.csv`.
  package let summary: [SummaryRow]
  private let growths: [Growth]
  package let end: SessionEnd

  /// Summarises the rows on disk, one stream of actions at a time, because ratios compare rows of
  /// the same stream.
  ///
  /// - Parameter rows: Reads the rows of some scenarios.
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

  /// Returns the table of single actions at a pace; empty if there are none.
  ///
  /// - Parameter limit: The maximum number of scenarios.
  package func coldTable(limit: Int = .max) -> String {
    ColdTable(plan, summary)?.text(
      limit: limit, width: 100, isColoured: StandardOutput.wantsColours) ?? ""
  }

  /// A Boolean value that indicates whether only single actions at a pace were measured.
  package var isOnlyCold: Bool { isValid && plan.passes == [.cold] }

  func table(isColoured: Bool) -> String {
    guard !summary.isEmpty else { return Self.noResults }
    let spread = MachineSpread(plan.scenarios, summary)
    guard spread.isEmpty else { return spread.table(width: Self.width, isColoured: isColoured) }
    let measured = Set(summary.map(\.metric))
    // A metric that was not measured has no column.
    let columns = Self.columns.filter {
      $0.metric == SummaryMetric.left.name ? leavesMemory : measured.contains($0.metric)
    }
    var table = TextTable(
      ["scenario", "ns/action", "95 % interval", "vs floor"] + columns.map(\.title))
    let metrics = OrderedDictionary(grouping: summary) { $0.dimensions.scenario }
      .mapValues { rows in Dictionary(rows.map { ($0.metric, $0) }) { first, _ in first } }
    let shown = plan.scenarios.filter { metrics[$0.id] != nil }
    for (block, scenarios) in OrderedDictionary(grouping: shown, by: \.block) {
      table.add([block], .heading)
      let best = scenarios.filter { $0.design != FloorDesign.id && time(metrics[$0.id]).isFinite }
        .min { time(metrics[$0.id]) < time(metrics[$1.id]) }
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
      + Growth.text(growths)
      + legend(of: measured)
  }

  private static let width = 120

  /// A Boolean value that indicates whether the memory in use grows with each action of a scenario. A block
  /// has at least 8 bytes.
  private var leavesMemory: Bool {
    summary.contains { $0.metric == SummaryMetric.left.name && abs($0.estimate ?? 0) >= 8 }
  }

  private func time(_ metrics: [String: SummaryRow]?) -> Double {
    metrics?[SummaryMetric.wall.name]?.estimate ?? .infinity
  }

  /// The columns after the times: title, and metric whose estimate is shown.
  private static let columns = SummaryMetric.all.compactMap { metric in
    metric.traits.title.map { (title: $0, metric: metric.name) }
  }

  private func cells(
    _ scenario: Scenario, _ metrics: [String: SummaryRow], _ columns: [String]
  ) -> [String] {
    let wall = metrics[SummaryMetric.wall.name]
    let isMarked = metrics.values.contains { !$0.workWarnings.isEmpty }
    let label = "  " + scenario.label + (isMarked ? " \(SummaryRow.workMark)" : "")
    if wall?.isValid == false { return [label, "invalid"] }
    let interval = wall?.intervalLow.map {
      "\(TextTable.number($0)) … \(TextTable.number(wall?.intervalHigh))"
    }
    return [
      label, TextTable.number(wall?.estimate), interval ?? "–",
      TextTable.number(wall?.ratioToFloor),
    ] + columns.map { TextTable.number(metrics[$0]?.estimate) }
  }

  private func legend(of metrics: Set<String>) -> String {
    var lines = [
      "ns/action: geometric mean of the processes' medians; vs floor: ratio to a plain loop;",
      "allocs, bytes, retains, instr(uctions): per action, from other processes; –: not measured.",
    ]
    if let loopNs = end.run.loopNs, metrics.contains(SummaryMetric.wall.name) {
      lines.append(
        "The loop itself takes \(TextTable.number(loopNs)) ns per action, which is not subtracted"
          + (plan.hasMeasuredStores ? "; that of measured stores takes longer." : "."))
    }
    if metrics.contains(SummaryMetric.wasted.name) {
      lines.append(
        "notified: views invalidated per action; wasted: those of them without a change.")
    }
    if metrics.contains(SummaryMetric.comparisons.name) {
      lines.append("compared: rows of a list that the store compares per action, to find changes.")
    }
    if metrics.contains(SummaryMetric.memory.name) {
      lines.append(
        "memory: heap of the store with its state, in bytes"
          + (leavesMemory ? "; left: what each action adds to it." : "."))
    }
    if plan.scenarios.contains(where: { $0.affinity == .free }) {
      lines.append(Self.freeCores(end.run.cpuCount))
    }
    lines += SummaryRow.workWarnings(of: summary)
    let faults = summary.filter { $0.isValid != true }
    lines += faults.map { "invalid: \($0.dimensions.scenario): \($0.warning)" }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns a line with the number of cores that `@free` rows could use, if it is known.
  static func freeCores(_ count: Int?) -> String {
    switch count {
    case 1: "@free: on one core as every other row, because the process could use only one."
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

/// The growth of an action's time with a number of its scenarios, for one design.
struct Growth: Equatable {
  /// The common part of the scenarios, without the design.
  let family: String
  let label: String
  let text: String

  private static let sizes: [(path: any KeyPath<Scenario, Int> & Sendable, column: String)] = [
    (\.features, "features"), (\.observers, "observers"), (\.depth, "depth"),
    (\.middlewares, "middlewares"),
  ]

  /// Returns the growth of each design that was measured at three sizes or more.
  ///
  /// The times are the medians of single processes: samples of one process are not independent.
  static func all(_ scenarios: [Scenario], times: [String: MeasuredTimes]) -> [Growth] {
    sizes.flatMap { size, column in
      let families = OrderedDictionary(grouping: scenarios) {
        [$0.family(along: size), $0.label]
      }
      return families.compactMap { names, scenarios -> Growth? in
        let known = scenarios.compactMap { scenario in
          times[scenario.id].map { (size: scenario[keyPath: size], times: $0) }
        }
        // Sizes that were measured on several machines cannot be compared.
        guard Set(known.flatMap(\.times.runs)).count == 1 else { return nil }
        let name = Dimensions.sizeName(of: column, warning: known[0].times.warning)
        return SizeGrowth.text(known.map { ($0.size, $0.times.medians) }, of: name).map {
          Growth(family: names[0], label: names[1], text: $0)
        }
      }
    }
  }

  /// Returns a block for each family with a line for each design, then an empty line; no lines
  /// without growths.
  static func text(_ growths: [Growth]) -> String {
    guard let width = growths.map(\.label.count).max() else { return "" }
    let blocks = OrderedDictionary(grouping: growths, by: \.family).map { family, growths in
      "  \(family):\n"
        + growths.map { growth in
          let space = String(repeating: " ", count: width - growth.label.count)
          return "    \(growth.label)\(space)  \(growth.text)\n"
        }.joined()
    }
    return "growth of ns/action, with 95 % intervals:\n" + blocks.joined() + "\n"
  }
}

/// The times of a scenario: one number for each process.
struct MeasuredTimes {
  /// The median of each process, in nanoseconds for each action.
  let medians: [Double]
  let runs: Set<String>
  /// The warning of its first row.
  let warning: String

  /// Returns the times of each scenario by its name.
  static func all(_ rows: [SampleRow]) -> [String: MeasuredTimes] {
    Dictionary(grouping: rows) { $0.dimensions.scenario }.mapValues { rows in
      let valid = rows.filter { $0.isValid == true }
      return MeasuredTimes(
        medians: Summariser.medians(Summariser.processes(valid), .wall),
        runs: Set(rows.map(\.runID)), warning: rows[0].warning)
    }
  }
}

/// The results of several machines for the same scenarios, each in rounds of its own.
struct MachineSpread {
  private struct Line {
    let scenario: Scenario
    /// The times, and their ratios to the floor's, of each machine.
    let times: [Double]
    let ratios: [Double]
    let invalid: Int
  }

  private let lines: [Line]
  private let machines: Int

  /// Reads a summary with a row for each machine; empty if every scenario was measured on one.
  init(_ scenarios: [Scenario], _ summary: [SummaryRow]) {
    let wall = OrderedDictionary(
      grouping: summary.filter { $0.metric == SummaryMetric.wall.name }
    ) { $0.dimensions.scenario }
    machines = Set(wall.values.joined().map(\.runID)).count
    guard wall.values.contains(where: { Set($0.map(\.runID)).count > 1 }) else {
      lines = []
      return
    }
    lines = scenarios.compactMap { scenario in
      wall[scenario.id].map { rows in
        let valid = rows.filter { $0.isValid == true }
        return Line(
          scenario: scenario, times: valid.compactMap(\.estimate),
          ratios: valid.compactMap(\.ratioToFloor), invalid: rows.count - valid.count)
      }
    }
  }

  var isEmpty: Bool { lines.isEmpty }

  /// Returns a line for each scenario: the minimum and the maximum of all machines.
  func table(width: Int, isColoured: Bool) -> String {
    var table = TextTable([
      "scenario", "machines", "ns/action of a machine", "differ by", "vs floor of a machine",
      "differ by",
    ])
    for (block, lines) in OrderedDictionary(grouping: lines, by: \.scenario.block) {
      table.add([block], .heading)
      for line in lines {
        table.add(
          ["  " + line.scenario.label, "\(line.times.count)"] + Self.cells(line.times)
            + Self.cells(line.ratios), line.invalid > 0 ? .invalid : .plain)
      }
    }
    return table.text(width: width, isColoured: isColoured) + """

      The minimum and the maximum of the times of \(machines) machines, each with its own rounds, and their
      quotient. Ratios to the floor are taken within one machine: summary.csv has a row for each, and runs.csv
      describes them.

      """
  }

  private static func cells(_ values: [Double]) -> [String] {
    guard let least = values.min(), let most = values.max() else { return ["–", "–"] }
    let range = "\(TextTable.number(least)) – \(TextTable.number(most))"
    return [range, least > 0 ? "\(TextTable.number(most / least)) x" : "–"]
  }
}
