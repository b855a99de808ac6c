package import FlowHarness
import FlowResults
import Workloads

extension ContendPlan: SessionPlan {
  package var command: String { "contend" }
  package var home: ResultsHome { .loads }
  package var suiteName: String { "contend" }
  package var files: [any JobRow.Type] { [ContendRow.self] }

  package func isKnown(_ scenario: Scenario, in catalogue: Catalogue) -> Bool {
    catalogue.shared[scenario.design] != nil
  }

  /// Every scenario with every number of workers as often as the plan says, in seeded random order.
  package func drive(_ runner: inout JobRunner, with tools: NoTools) async throws {
    var random = SplitMix64(seed: splitSeed(seed, "order of loads"))
    try await runner.run(
      (0..<rounds).flatMap { jobs(of: $0).shuffled(using: &random) })
  }

  /// In the order of the tables.
  private func jobs(of round: Int) -> [ContendJob] {
    scenarios.flatMap { scenario in
      workers.map {
        ContendJob(plan: self, scenario: scenario, workers: $0, round: round)
      }
    }
  }

  package func report(
    on folder: ResultsFolder, _ end: SessionEnd, catalogue: Catalogue
  ) throws -> ContendReport {
    let found = Dictionary(try folder.rows(ContendRow.self).map { ($0.job, $0) }) { $1 }
    let rows = ContendRow.withSpeedUps(
      scenarios.flatMap { scenario in
        workers.flatMap { workers in
          (0..<rounds).compactMap {
            found[ContendRow.job(scenario.id, workers: workers, round: $0)]
          }
        }
      })
    try folder.replace(by: rows)
    return ContendReport(plan: self, rows: rows, shared: catalogue.shared, end: end)
  }
}
