import FlowHarness
import FlowResults
import Workloads

/// The report of a run of `load`, `saturate` or `replay`.
@MainActor
package struct LoadReport: SessionReport {
  let plan: LoadPlans
  /// The results of each load, in the order of the plan.
  let loads: [LoadFindings]
  package let end: SessionEnd

  /// The rows of whole loads.
  var rows: [LoadRow] { loads.flatMap(\.rows) }

  package var isValid: Bool { rows.allSatisfy { $0.isValid == true } }

  /// A Boolean value that indicates whether all thresholds hold.
  package var isMet: Bool { missed.isEmpty }

  /// A Boolean value that indicates whether all thresholds are decided.
  package var isDecided: Bool { undecided.isEmpty }

  package var table: String { table(isColoured: StandardOutput.wantsColours) }

  func table(isColoured: Bool) -> String {
    guard plan.suite != nil else {
      return loads.map { load in
        load.table(isColoured: isColoured)
          + (load.searches.isEmpty
            ? Self.text([load.plan.traffic.description] + LoadFindings.words + load.notes) : "")
      }.joined()
    }
    return loads.map { load in
      "\(load.plan.loadText)\n\n\(load.table(isColoured: isColoured))"
        + (load.notes.isEmpty ? "" : Self.text(load.notes)) + "\n"
    }.joined() + LoadFindings.words.joined(separator: "\n") + "\n"
  }

  private static func text(_ lines: [String]) -> String {
    ([""] + lines).joined(separator: "\n") + "\n"
  }

  private var missed: [String] { lines(\.missed) }

  private var undecided: [String] { lines(\.undecided) }

  private func lines(_ lines: (LoadFindings) -> [String]) -> [String] {
    loads.flatMap { load in
      lines(load).map { plan.suite == nil ? $0 : "\($0) with \(load.plan.loadText)" }
    }
  }

  /// The warnings, thresholds and the directory, for stderr.
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

  /// Returns an object for each whole load, with the columns of `loads.csv`.
  package func json() throws -> String { try JSONText.object(JSONText.rows(rows)) }
}
