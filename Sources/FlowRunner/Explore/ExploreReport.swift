import FlowResults

/// The report of explorations.
@MainActor
package struct ExploreReport: SessionReport {
  let plan: ExplorePlan
  let rows: [ExploreRow]
  package let end: SessionEnd

  package var isValid: Bool { rows.allSatisfy { $0.isValid == true } }

  private static let width = 110

  package var table: String { table(isColoured: StandardOutput.wantsColours) }

  func table(isColoured: Bool) -> String {
    var table = TextTable([
      "scenario", "explored", "different", "actions", "dropped", "answered", "unanswered", "found",
    ])
    for row in rows {
      let counts = [
        row.runs, row.interleavings, row.actions, row.dropped, row.answered, row.cancelled,
      ]
      table.add(
        [row.dimensions.scenario] + counts.map { TextTable.count($0) }
          + [row.isValid == true ? "no fault" : "a fault"], row.isValid == true ? .plain : .invalid)
    }
    return table.text(width: Self.width, isColoured: isColoured) + legend
  }

  private var legend: String {
    var lines = [
      "", plan.load.loadText,
      "all deferred to whole ticks of 1 ms, so that much falls together; each seed is another order.",
    ]
    if let line = plan.load.lineText { lines.append(line) }
    lines += plan.load.boundToMainActor.map {
      "without virtual time, bound to the main actor: \($0)"
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The lines for stderr: faults, how to repeat them, and the place of the files.
  package var closing: String {
    let faults = rows.filter { $0.isValid != true }.flatMap { row in
      ["invalid: \(row.dimensions.scenario): \(row.invalidReason)"]
        + (row.failingSeed.isEmpty
          ? [] : ["to see it again: the same command with --runs 1 --seed \(row.failingSeed)"])
    }
    return end.closing(faults)
  }

  package func json() throws -> String { try JSONText.object(JSONText.rows(rows)) }
}
