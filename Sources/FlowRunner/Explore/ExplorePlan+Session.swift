package import FlowHarness
import FlowResults

extension ExplorePlan: SessionPlan {
  package var command: String { "explore" }
  package var home: ResultsHome { .loads }
  package var suiteName: String { "explore" }
  package var seed: UInt64 { load.seed }
  package var scenarios: [Scenario] { load.scenarios }
  package var files: [any JobRow.Type] { [ExploreRow.self] }

  package func virtualRunID() throws -> String? { try hashedRunID() }

  package func drive(_ runner: inout JobRunner, with tools: NoTools) async throws {
    try await runner.run(scenarios.map { ExploreJob(plan: self, scenario: $0) })
  }

  package func report(
    on folder: ResultsFolder, _ end: SessionEnd, catalogue: Catalogue
  ) throws -> ExploreReport {
    ExploreReport(plan: self, rows: try folder.rows(), end: end)
  }
}
