import FlowHarness
import FlowResults
import OrderedCollections
import PlainText
import Workloads

/// The report of a run of `contend`.
@MainActor
package struct ContendReport: SessionReport {
  let plan: ContendPlan
  let rows: [ContendRow]
  let shared: [String: SharedDesign]
  package let end: SessionEnd

  package var isValid: Bool { rows.allSatisfy { $0.isValid == true } }

  private static let width = 120

  package var table: String { table(isColoured: StandardOutput.wantsColours) }

  func table(isColoured: Bool) -> String {
    guard !rows.isEmpty else { return Self.noResults }
    var table = TextTable([
      "scenario", "workers", "done/s", "speed-up", "min/s", "max/s", "fairness", "CPU/action",
      "faults",
    ])
    let groups = OrderedDictionary(grouping: rows) { row in
      plan.scenarios.first { $0.id == row.dimensions.scenario }?.block ?? ""
    }
    for (block, rows) in groups {
      table.add([block])
      for row in rows { table.add(cells(row), row.isValid == true ? .plain : .invalid) }
    }
    return table.text(width: Self.width, isColoured: isColoured) + legend
  }

  private func cells(_ row: ContendRow) -> [String] {
    let label = row.dimensions.design + (plan.rounds > 1 ? " #\(row.round ?? 0)" : "")
    let first = ["  " + label, row.dimensions.senders.map(String.init) ?? ""]
    guard row.isValid == true else { return first + ["invalid"] }
    let faults = [row.lost, row.duplicated, row.reordered].reduce(0) { $0 + ($1 ?? 0) }
    return first + [
      TextTable.number(row.throughput), TextTable.number(row.speedUp),
      TextTable.number(row.minThroughput), TextTable.number(row.maxThroughput),
      TextTable.number(row.fairness), TextTable.time(row.cpuNs), "\(faults)",
    ]
  }

  private var legend: String {
    var lines = [
      "",
      "For \(TimeText.text(ns: plan.durationNs)) each worker sends as fast as it can, and awaits its own action.",
      "min, max: slowest and fastest worker; fairness: Jain's index, 1 for equal shares; CPU: all threads;",
      "faults: actions lost, duplicated or reordered, as recorded by the stores' reducers.",
    ]
    let designs = OrderedSet(rows.map(\.dimensions.design))
    lines += designs.compactMap { id in
      shared[id].map { "\(id): \($0.summary)" }
    }
    lines += rows.filter { !$0.invalidReason.isEmpty }.map { row in
      "invalid: \(row.dimensions.scenario), "
        + "\(CountText.text(row.dimensions.senders ?? 0, "worker")): \(row.invalidReason)"
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The warnings and the directory, for stderr.
  package var closing: String { end.closing(warnings) }

  /// One line for each warning about valid loads, with the first load that has it.
  private var warnings: [String] {
    let warned = rows.filter { $0.isValid == true && !$0.warning.isEmpty }
    return OrderedDictionary(grouping: warned, by: \.warning).map { warning, rows in
      let more = rows.count > 1 ? " and \(rows.count - 1) more" : ""
      return "warning: \(rows[0].dimensions.scenario)\(more): \(warning)"
    }
  }

  /// Returns an object for each row, with the columns of `contention.csv`.
  package func json() throws -> String { try JSONText.object(JSONText.rows(rows)) }
}
