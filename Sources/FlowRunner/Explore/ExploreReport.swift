import FlowResults

/// The report of explorations.
@MainActor
package struct ExploreReport: SessionReport {
  let plan: ExplorePlan
  let rows: [ExploreRow]
  package let end: SessionEnd

  package var isValid: Bool { rows.allSatisfy { $0.isValid == true } }

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
    return table.text(width: 110, isColoured: isColoured) + legend
  }

  private var legend: String {
    var lines = [
      "", plan.load.loadText,
      "Actions arrive and effects end at whole milliseconds, so that many events coincide; "
        + "each seed is another order.",
    ]
    if let line = plan.load.lineText { lines.append(line) }
    lines += plan.load.boundToMainActor.map {
      "without virtual time, because bound to the main actor: \($0)"
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The lines for stderr: faults, how to repeat them, and the place of the files.
  package var closing: String {
    let faults = rows.filter { $0.isValid != true }.flatMap { row in
      ["invalid: \(row.dimensions.scenario): \(row.invalidReason)"]
        + (row.failingSeed.isEmpty
          ? [] : ["to repeat it, run the same command with --runs 1 --seed \(row.failingSeed)"])
    }
    return end.closing(faults)
  }

  package func json() throws -> String { try JSONText.object(JSONText.rows(rows)) }
}

/// The interleavings of one scenario.
struct ExploreRow: ResultRow, Equatable {
  var runID = ""
  var dimensions = Dimensions()
  var load = ""
  var firstSeed = ""
  var runs: Int?
  var interleavings: Int?
  var actions: Int?
  var answered: Int?
  var cancelled: Int?
  var isValid: Bool?
  var failingSeed = ""
  var invalidReason = ""
  var dropped: Int?

  static let fileName = "explored.csv"

  static let columns: [ResultColumn<ExploreRow>] =
    ResultSchema.columns(\.runID, \.dimensions) + [
      .text("load", \.load, "The traffic and the service of effects."),
      .text(
        "seed", \.firstSeed, "Seed of the first interleaving; each further one has the next number."
      ),
      .integer("explored_total", \.runs, "Interleavings that were tried."),
      .integer("different_total", \.interleavings, "Different interleavings."),
      .integer("actions_total", \.actions, "Actions sent in all of them."),
      .integer("answered_total", \.answered, "Effects that were answered."),
      .integer(
        "unanswered_total", \.cancelled, "Effects that were cancelled, failed or timed out."),
      .flag("valid", \.isValid, "True if no interleaving led to an error."),
      .text("failing_seed", \.failingSeed, "First seed that led to an error."),
      .text("invalid_reason", \.invalidReason, "The error."),
      .integer(
        "dropped_total", \.dropped,
        "Actions that found a full queue, in all of them; empty if the queue has no limit."),
    ]
}

extension ExploreRow {
  mutating func fill(_ outcome: ExploreOutcome) {
    runs = outcome.runs
    interleavings = outcome.interleavings
    actions = outcome.actions
    dropped = outcome.dropped
    answered = outcome.answered
    cancelled = outcome.cancelled
    isValid = outcome.violation == nil
    failingSeed = outcome.failingSeed.map { String($0) } ?? ""
    invalidReason = outcome.violation ?? ""
    if outcome.isRepeatable == false {
      invalidReason += "; repeating the seed did not show it again"
    }
  }
}
