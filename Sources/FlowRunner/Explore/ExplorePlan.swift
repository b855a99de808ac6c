package import FlowHarness
package import FlowResults
import Workloads

/// The explorations of a run.
package struct ExplorePlan: Sendable, Codable, Equatable {
  let load: LoadPlan
  /// The number of interleavings of each scenario.
  let runs: Int

  /// Checks a request; the default is a small load with many simultaneous events.
  @MainActor
  package init(_ options: ExploreOptions, catalogue: Catalogue) throws(PlanError) {
    runs = options.exploration.runs ?? 10_000
    load = try LoadPlan(options.specification(in: catalogue), catalogue: catalogue)
  }

  /// The plan for a reader.
  package var text: String { "interleavings of each scenario: \(runs)\n" + load.text }
}

extension ExplorePlan: SessionPlan {
  package var command: String { "explore" }
  package var home: ResultsHome { .loads }
  package var suiteName: String { "explore" }
  package var seed: UInt64 { load.seed }
  package var scenarios: [Scenario] { load.scenarios }
  package var files: [any JobRow.Type] { [ExploreRow.self] }

  package func repeatableRunID(of run: RunRow) throws -> String? { try hashedRunID() }

  package func checkBounds() throws(PlanError) {
    try PlanBounds.check(runs, in: OptionBounds.runs, "--runs")
    try load.checkBounds()
  }

  package func drive(_ runner: inout JobRunner, with tools: NoTools) async throws {
    try await runner.run(scenarios.map { ExploreJob(plan: self, scenario: $0) })
  }

  package func report(
    on folder: ResultsFolder, _ end: SessionEnd, catalogue: Catalogue
  ) throws -> ExploreReport {
    ExploreReport(plan: self, rows: try folder.rows(), end: end)
  }
}
