import FlowHarness
import FlowResults
import OrderedCollections
import PlainText
import Workloads

/// What a load run of several workers says at its end.
@MainActor
package struct ContendReport: SessionReport {
  let plan: ContendPlan
  let rows: [ContendRow]
  let shared: [String: SharedDesign]
  package let end: SessionEnd

  /// Whether every load that ran is valid: no action was lost, duplicated or reordered.
  package var isValid: Bool { rows.allSatisfy { $0.isValid == true } }

  private static let width = 120

  /// A line for each load.
  package var table: String { table(isColoured: StandardOutput.wantsColours) }

  func table(isColoured: Bool) -> String {
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
      "as fast as they can for \(TimeText.text(ns: plan.durationNs)), each awaiting its own action;",
      "min, max: of one worker; fairness: Jain's, 1 when all are alike; CPU: of all threads;",
      "faults: actions lost, duplicated or reordered, as the stores' own reducers have seen them.",
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

  /// What is said on stderr: warnings, and where the files are.
  package var closing: String { end.closing(warnings) }

  /// A line for each warning about valid loads, with the first that has it.
  private var warnings: [String] {
    let warned = rows.filter { $0.isValid == true && !$0.warning.isEmpty }
    return OrderedDictionary(grouping: warned, by: \.warning).map { warning, rows in
      let more = rows.count > 1 ? " and \(rows.count - 1) more" : ""
      return "doubtful: \(rows[0].dimensions.scenario)\(more): \(warning)"
    }
  }

  /// The loads as JSON: one object for each row, with the columns of `contention.csv`.
  ///
  /// - Throws: What the encoder throws.
  package func json() throws -> String { try JSONText.object(JSONText.rows(rows)) }
}
