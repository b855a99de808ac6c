package import FlowHarness
package import FlowResults
import PlainText
import Workloads

/// The loads of a run of `contend`.
package struct ContendPlan: Sendable, Encodable, Equatable {
  /// The seed of all randomness.
  package let seed: UInt64
  /// The number of fresh processes for each scenario and number of workers.
  package let rounds: Int
  /// The scenarios, in the order of the tables.
  package let scenarios: [Scenario]
  /// The numbers of workers, ascending.
  package let workers: [Int]
  let durationNs: UInt64
  /// The time in seconds after which a silent process is stopped.
  let limitSeconds: Double
  /// The number of combinations without a design.
  package let dropped: Int

  /// Checks a request.
  ///
  /// - Throws: `PlanError`, naming the option, the rule and the value.
  @MainActor
  package init(_ options: ContendOptions, catalogue: Catalogue) throws(PlanError) {
    workers = Set(options.traffic.workers ?? [1, 2, 4]).sorted()
    var lists = options.stores.lists
    lists.features = options.size.features
    lists.distributions = options.size.distribution
    let selected = try WorkerSelection(lists, catalogue)
    scenarios = selected.scenarios
    dropped = selected.dropped.count
    seed = options.process.seed ?? ProcessOptions.standardSeed
    limitSeconds = options.process.watch.limit ?? ChildProcess.standardLimitSeconds
    rounds = options.repetition.rounds ?? 1
    durationNs = options.traffic.duration ?? 2_000_000_000
    // In less, a worker may not get a turn.
    guard durationNs >= 10_000_000 else {
      throw .invalid(
        option: "--duration", rule: "must be at least 10ms", value: TimeText.text(ns: durationNs))
    }
  }

  /// Returns the seed of a scenario's workers: equal for all designs, topologies and numbers of workers.
  func seed(for scenario: Scenario, round: Int) -> UInt64 {
    splitSeed(seed, round == 0 ? scenario.stream : "\(scenario.stream)/round:\(round)")
  }

  /// The plan for a reader.
  package var text: String {
    let counts = workers.map(String.init).joined(separator: ", ")
    var lines = [
      "\(CountText.text(scenarios.count, "scenario")), "
        + CountText.text(scenarios.count * workers.count * rounds, "load"),
      "contend: \(counts) \(CountText.word(workers.last ?? 0, "worker")), as fast as they can for \(TimeText.text(ns: durationNs))",
      "seed: \(seed); processes for each scenario and number of workers: \(rounds)",
    ]
    lines += scenarios.map { "  \($0.id)" }
    if dropped > 0 { lines.append("omitted, because no design has them: \(dropped)") }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension ContendPlan: SessionPlan {
  package var command: String { "contend" }
  package var home: ResultsHome { .contentions }
  package var suiteName: String { "contend" }
  package var files: [any JobRow.Type] { [ContendRow.self] }

  package static func parsed(
    _ arguments: [String], in catalogue: Catalogue
  ) throws -> ContendPlan {
    try ContendPlan(ContendOptions.parsed(Array(arguments.dropFirst())), catalogue: catalogue)
  }

  /// Runs each round in seeded random order.
  package func drive(_ runner: inout JobRunner, with tools: NoTools) async throws {
    var random = SplitMix64(seed: splitSeed(seed, "order of loads"))
    try await runner.run(
      (0..<rounds).flatMap { jobs(of: $0).shuffled(using: &random) })
  }

  package var jobs: [PlannedJob] {
    (0..<rounds).flatMap(jobs(of:)).map {
      PlannedJob(
        key: $0.key, block: $0.scenario.stream, seconds: 0.2 + Double(durationNs) / 1e9)
    }
  }

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
