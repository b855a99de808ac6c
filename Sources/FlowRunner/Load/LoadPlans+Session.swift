package import FlowHarness
import FlowResults
import Workloads

extension LoadPlans: SessionPlan {
  package var command: String { plans.contains { $0.bound != nil } ? "saturate" : "load" }
  package var home: ResultsHome { .loads }
  package var scenarios: [Scenario] { plans.flatMap(\.scenarios) }
  package var files: [any JobRow.Type] {
    [LoadRow.self, LatencyRow.self, TimelineRow.self] + (hasService ? [EffectRow.self] : [])
  }

  package func virtualRunID() throws -> String? { isVirtual ? try hashedRunID() : nil }

  package func drive(_ runner: inout JobRunner, with tools: NoTools) async throws {
    try await runner.run(plans.filter { $0.bound == nil }.flatMap { jobs(of: $0) })
    for plan in plans {
      for var search in SaturationSearch.all(of: plan) {
        while let job = search.next {
          try await runner.run(job)
          guard let found = try FoundLoad.all(in: runner.folder)[job.key] else { return }
          search.take(found)
        }
      }
    }
  }

  /// Every scenario as often as the plan says, in seeded random order.
  private func jobs(of plan: LoadPlan) -> [LoadRoundJob] {
    var random = SplitMix64(seed: splitSeed(plan.seed, "order of loads"))
    return (0..<plan.rounds).flatMap { round in
      plan.scenarios.shuffled(using: &random).map {
        LoadRoundJob(
          plan: plan, scenario: $0, round: round, traffic: plan.traffic,
          isOneOfSeveral: plans.count > 1)
      }
    }
  }

  package func report(
    on folder: ResultsFolder, _ end: SessionEnd, catalogue: Catalogue
  ) throws -> LoadReport {
    let found = try FoundLoad.all(in: folder)
    let loads = plans.map { LoadFindings(plan: $0, found: found) }
    if plans.contains(where: { $0.bound != nil }) {
      try folder.replace(
        by: SaturationRow.rows(of: loads.flatMap(\.searches), runID: folder.runID))
    }
    return LoadReport(plan: self, loads: loads, end: end)
  }
}
