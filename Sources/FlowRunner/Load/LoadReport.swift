import FlowHarness
import FlowResults
import Workloads

/// What a load run says at its end.
@MainActor
package struct LoadReport: SessionReport {
  let plan: LoadPlans
  /// What each load has found, in the order of the plan.
  let loads: [LoadFindings]
  package let end: SessionEnd

  /// The whole loads.
  var rows: [LoadRow] { loads.flatMap(\.rows) }

  /// Whether every load that ran is valid.
  package var isValid: Bool { rows.allSatisfy { $0.isValid == true } }

  /// Whether everything that must hold holds.
  package var isMet: Bool { missed.isEmpty }

  /// Whether enough was measured to decide each threshold.
  package var isDecided: Bool { undecided.isEmpty }

  /// A line for each load; a search's own table after them.
  package var table: String { table(isColoured: StandardOutput.wantsColours) }

  func table(isColoured: Bool) -> String {
    guard plan.suite != nil else {
      return loads.map { load in
        load.table(isColoured: isColoured)
          + (load.searches.isEmpty
            ? Self.text([load.plan.traffic.description] + load.words + load.notes) : "")
      }.joined()
    }
    return loads.map { load in
      "\(load.plan.loadText)\n\n\(load.table(isColoured: isColoured))"
        + (load.notes.isEmpty ? "" : Self.text(load.notes)) + "\n"
    }.joined() + LoadFindings.words.joined(separator: "\n") + "\n"
  }

  /// Lines below a table.
  private static func text(_ lines: [String]) -> String {
    ([""] + lines).joined(separator: "\n") + "\n"
  }

  private var missed: [String] { lines(\.missed) }

  private var undecided: [String] { lines(\.undecided) }

  private func lines(_ lines: (LoadFindings) -> [String]) -> [String] {
    loads.flatMap { load in
      lines(load).map { plan.suite == nil ? $0 : "\($0) under \(load.plan.loadText)" }
    }
  }

  /// What is said on stderr: warnings, thresholds, and where the files are.
  package var closing: String {
    let count = plan.plans[0].thresholds.count
    let held =
      count > 0 && isMet && isDecided && !rows.isEmpty
      ? [count == 1 ? "the threshold holds" : "all \(count) thresholds hold"] : []
    let unfound = loads.flatMap(\.searches).filter { $0.highest == nil && !end.isInterrupted }.map {
      "no rate that was tried keeps \($0.bound): \($0.scenario.id)"
    }
    return end.closing(missed + undecided + held + unfound)
  }

  /// The whole loads as JSON: one object for each row, with the columns of `loads.csv`.
  ///
  /// - Throws: What the encoder throws.
  package func json() throws -> String { try JSONText.object(JSONText.rows(rows)) }
}
