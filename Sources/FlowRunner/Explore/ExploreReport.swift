import FlowResults

/// What explorations say at their end.
@MainActor
package struct ExploreReport: SessionReport {
  let plan: ExplorePlan
  let rows: [ExploreRow]
  package let end: SessionEnd

  /// Whether no interleaving has failed.
  package var isValid: Bool { rows.allSatisfy { $0.isValid == true } }

  private static let width = 110

  /// A line for each scenario.
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

  /// What is said on stderr: what was found, how to see it again, and where the files are.
  package var closing: String {
    let faults = rows.filter { $0.isValid != true }.flatMap { row in
      ["invalid: \(row.dimensions.scenario): \(row.invalidReason)"]
        + (row.failingSeed.isEmpty
          ? [] : ["to see it again: the same command with --runs 1 --seed \(row.failingSeed)"])
    }
    return end.closing(faults)
  }

  /// The rows as JSON: one object for each, with the columns of `explored.csv`.
  ///
  /// - Throws: What the encoder throws.
  package func json() throws -> String { try JSONText.object(JSONText.rows(rows)) }
}
