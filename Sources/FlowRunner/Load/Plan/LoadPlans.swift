package import FlowHarness
package import FlowResults
import Measurement
import PlainText
import Workloads

/// The loads of a run: a single one, or those of a suite.
package struct LoadPlans: Sendable, Encodable, Equatable {
  /// The suite; `nil` for a single load.
  package let suite: LoadSuite?
  package let plans: [LoadPlan]
  /// The loads of the suite without scenarios, and the reasons.
  let omitted: [String]

  /// Checks a request.
  ///
  /// - Throws: `PlanError`, naming the option, the rule and the value.
  @MainActor
  package init(_ options: LoadOptions, catalogue: Catalogue) throws(PlanError) {
    guard let suite = options.suites.suite else {
      suite = nil
      plans = [try LoadPlan(options, catalogue: catalogue)]
      omitted = []
      return
    }
    _ = try LoadOptionRules.check(options.given)
    self.suite = suite
    var plans: [LoadPlan] = []
    var filtered: PlanError?
    var omitted: [String] = []
    for (load, lists) in try suite.loads(options, options.scenarios.lists, catalogue) {
      // A suite's load may have no scenario in the user's lists.
      do throws(PlanError) {
        plans.append(
          try LoadPlan(
            load, lists, catalogue, seed: options.process.seed, limit: options.process.watch,
            rounds: options.repetition.rounds ?? suite.rounds, thresholds: options.thresholds,
            isOfSuite: true))
      } catch .empty(let option, let value, let see) {
        filtered = .empty(option: option, value: value, see: see)
      } catch .nothingLeft(let reason) {
        omitted.append("\(load): \(reason)")
      }
    }
    if plans.isEmpty {
      throw filtered ?? .nothingLeft(reason: omitted.joined(separator: "; "))
    }
    self.plans = plans
    self.omitted = omitted
  }

  /// Checks a search for the highest rate that keeps a bound.
  @MainActor
  package init(_ options: SaturateOptions, catalogue: Catalogue) throws(PlanError) {
    self.init(try LoadPlan(options, catalogue: catalogue))
  }

  /// Checks a replay.
  @MainActor
  package init(_ options: ReplayOptions, catalogue: Catalogue) throws {
    self.init(try LoadPlan(options, catalogue: catalogue))
  }

  private init(_ plan: LoadPlan) {
    suite = nil
    plans = [plan]
    omitted = []
  }

  /// A line for each omission, written to stderr before the first job.
  package var omissions: String {
    guard suite != nil else { return "" }
    let parts = plans.flatMap { plan in plan.leftOut.map { "of \(plan.load): \($0)" } }
    return (parts + omitted.map { "all of \($0)" }).map { "omitted \($0)\n" }.joined()
  }

  /// The number of fresh processes for each scenario.
  var rounds: Int { plans.map(\.rounds).max() ?? 1 }

  package var seed: UInt64 { plans[0].seed }

  var isVirtual: Bool { plans[0].load.isVirtual }

  /// A Boolean value that indicates whether a load has a service.
  var hasService: Bool { plans.contains { $0.load.service != nil } }

  /// The name in `runs.csv`.
  package var suiteName: String { suite.map { "load-\($0.rawValue)" } ?? "load" }

  /// The time during which actions arrive in all processes, in nanoseconds.
  var totalNs: UInt64 {
    plans.reduce(0) {
      $0 + UInt64($1.scenarios.count) * UInt64($1.rounds) * $1.load.traffic.durationNs
    }
  }

  /// The plan for a reader.
  package var text: String {
    let loads = plans.map(\.text).joined(separator: "\n")
    guard let suite else { return loads }
    let scenarios = plans.reduce(0) { $0 + $1.scenarios.count }
    return "suite \(suite.rawValue): \(CountText.text(plans.count, "load")), "
      + "\(CountText.text(scenarios, "scenario")), \(TimeText.text(ns: totalNs)) of load in all\n\n"
      + loads
      + omitted.map { "\nomitted: \($0)\n" }.joined()
  }
}

extension LoadPlans: SessionPlan {
  package var command: String { plans.contains { $0.bound != nil } ? "saturate" : "load" }
  package var home: ResultsHome { .loads }
  package var scenarios: [Scenario] { plans.flatMap(\.scenarios) }
  package var files: [any JobRow.Type] {
    [LoadRow.self, LatencyRow.self, TimelineRow.self] + (hasService ? [EffectRow.self] : [])
  }
  package var isTimed: Bool { !isVirtual }
  package var inputFiles: [String] { Set(plans.flatMap(\.load.inputFiles)).sorted() }
  package var trace: TraceReplay? {
    guard case .trace(let trace) = plans.first?.load.traffic else { return nil }
    return trace
  }

  package static func parsed(
    _ arguments: [String], in catalogue: Catalogue
  ) throws -> LoadPlans {
    let options = Array(arguments.dropFirst())
    return switch arguments.first {
    case "saturate": try LoadPlans(SaturateOptions.parsed(options), catalogue: catalogue)
    case "replay": try LoadPlans(ReplayOptions.parsed(options), catalogue: catalogue)
    default: try LoadPlans(LoadOptions.parsed(options), catalogue: catalogue)
    }
  }

  package func repeatableRunID(of run: RunRow) throws -> String? {
    isVirtual ? try hashedRunID() : nil
  }

  package var jobs: [PlannedJob] {
    plans.filter { $0.bound == nil }.flatMap { plan in
      jobs(of: plan).map { job in
        let seconds =
          isVirtual ? plan.quietSeconds : Double(plan.load.traffic.durationNs) / 1e9
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
