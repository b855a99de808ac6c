package import FlowHarness
package import FlowResults
import Measurement
import Workloads

extension LoadPlans: SessionPlan {
  package var command: String { plans.contains { $0.bound != nil } ? "saturate" : "load" }
  package var home: ResultsHome { .loads }
  package var scenarios: [Scenario] { plans.flatMap(\.scenarios) }
  package var files: [any JobRow.Type] {
    [LoadRow.self, LatencyRow.self, TimelineRow.self] + (hasService ? [EffectRow.self] : [])
  }
  package var isTimed: Bool { !isVirtual }

  package func repeatableRunID(of run: RunRow) throws -> String? {
    isVirtual ? try hashedRunID() : nil
  }

  package var jobs: [PlannedJob] {
    plans.filter { $0.bound == nil }.flatMap { plan in
      jobs(of: plan).map { job in
        let seconds =
          isVirtual ? plan.quietSeconds : Double(plan.traffic.durationNs) / 1e9
        return PlannedJob(
          key: job.key, block: isVirtual ? job.scenario.id : job.scenario.stream,
          seconds: 0.2 + seconds)
      }
    }
  }

  package func tools(for executable: String) async throws -> NoTools {
    try await GeneratorRate.check(plans, executable: executable)
    return NoTools()
  }

  package func drive(_ runner: inout JobRunner, with tools: NoTools) async throws {
    try await runner.run(plans.filter { $0.bound == nil }.flatMap { jobs(of: $0) })
    for plan in plans where plan.bound == nil { try await decide(plan, &runner) }
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

  /// Runs scenarios with undecided thresholds again, up to the maximum number of processes.
  @MainActor
  private func decide(_ plan: LoadPlan, _ runner: inout JobRunner) async throws {
    for round in plan.rounds..<max(plan.rounds, plan.maxRounds) {
      let undecided = LoadFindings(plan: plan, found: try FoundLoad.all(in: runner.folder))
        .undecidedScenarios
      let scenarios = plan.scenarios.filter { undecided.contains($0.id) }
      for scenario in scenarios where !runner.isInterrupted {
        try await runner.run(job(of: plan, scenario, round: round))
      }
    }
  }

  private func job(of plan: LoadPlan, _ scenario: Scenario, round: Int) -> LoadRoundJob {
    LoadRoundJob(plan: plan, scenario: scenario, round: round)
  }

  /// Returns all jobs, each round in seeded random order.
  private func jobs(of plan: LoadPlan) -> [LoadRoundJob] {
    var random = SplitMix64(seed: splitSeed(plan.seed, "order of loads"))
    return (0..<plan.rounds).flatMap { round in
      plan.scenarios.shuffled(using: &random).map { job(of: plan, $0, round: round) }
    }
  }

  package func report(
    on folder: ResultsFolder, _ end: SessionEnd, catalogue: Catalogue
  ) throws -> LoadReport {
    let found = try FoundLoad.all(in: folder)
    let loads = plans.map {
      LoadFindings(plan: $0, found: found)
    }
    if plans.contains(where: { $0.bound != nil }) {
      try folder.replace(
        by: SaturationRow.rows(of: loads.flatMap(\.searches), runID: folder.runID))
    }
    return LoadReport(plan: self, loads: loads, end: end)
  }
}
