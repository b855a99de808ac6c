package import ArgumentParser
import FlowHarness
import FlowReports
import FlowResults
package import FlowRunner

extension RunOptions: SessionCommand {
  package static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Measure scenarios and write CSV.",
    discussion: """
      As soon as a list is given, its combinations are the plan: a dimension without a list has its plain value (workload \
      counter, topology single, 1 copy, no views and middlewares), and all designs run unless --design selects some. \
      If --suite is given, each list replaces the suite's own list, and the suite's other dimensions remain. \
      Combinations that a design does not support are omitted. Trials are pinned to one core; \
      --affinity both measures them on all cores, too.

      Examples:
        \(Executable.name) run                            # the default suite
        \(Executable.name) run --suite smoke --table      # every design once
        \(Executable.name) run --design flow,inout --workload counter --features 1,10,100
        \(Executable.name) run --workload app --pace 120hz # single actions, too, as in an app
        \(Executable.name) run --suite full --dry-run     # all scenarios of a suite
        \(Executable.name) run --resume results/runs/NAME # the rest of a run
      """)

  @MainActor
  package func run() async throws {
    try await drive(
      "run", session, shard: shard,
      text: { try Self.text($0, isWhole: output.table) }
    ) {
      try Plan(self, catalogue: $0)
    }
  }

  /// Returns the table, or the summary if the table does not fit one screen; writes the cards of
  /// claims.
  @MainActor
  static func text(_ report: RunReport, isWhole: Bool) throws -> String {
    // Numbers of several machines are neither ranked nor used for claims.
    guard !report.isOfSeveralMachines else { return report.table }
    // A shard may have no scenario.
    if !report.end.isInterrupted, !report.summary.isEmpty {
      let cards = try ClaimCards(run: report.end.path)
      if cards.notMeasured.count < cards.cards.count {
        try cards.write(into: report.end.path)
      }
    }
    let coldTable = report.coldTable(limit: isWhole ? .max : RunSummary.maxLines)
    if report.isOnlyCold, !coldTable.isEmpty { return coldTable }
    let table = report.table
    let isShort = isWhole || table.split(separator: "\n").count <= RunSummary.maxLines
    let text = isShort ? table : RunSummary(report.summary).text(of: report.end.path) ?? table
    return text + coldTable
  }
}
