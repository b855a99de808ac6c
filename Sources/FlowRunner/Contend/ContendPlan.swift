package import FlowHarness
package import FlowResults
import PlainText
import Workloads

/// All loads of several workers: checked, unchangeable, printable.
package struct ContendPlan: Sendable, Codable, Equatable {
  /// The seed of all randomness.
  package let seed: UInt64
  /// Fresh processes for each scenario and number of workers.
  package let rounds: Int
  /// The scenarios, in the order of the tables.
  package let scenarios: [Scenario]
  /// The numbers of workers, ascending.
  package let workers: [Int]
  /// How long they send.
  let durationNs: UInt64
  /// How long a process may say nothing, in seconds.
  let limitSeconds: Double
  /// How many combinations were left out because no design has them.
  package let dropped: Int

  /// Checks a request against the catalogue and multiplies it out.
  ///
  /// - Throws: `PlanError`, naming the option, the rule and what was given.
  @MainActor
  package init(_ options: OptionValues, catalogue: Catalogue) throws(PlanError) {
    workers = Set(options.value(ContendOptions.workers)).sorted()
    let selected = try WorkerSelection(
      options, topologies: [.single, .grouped, .perFeature], catalogue)
    scenarios = selected.scenarios
    dropped = selected.dropped.count
    seed = options.value(SeedOptions.seed)
    limitSeconds = options.value(LimitOptions.limit)
    rounds = options.value(RoundOptions.rounds)
    durationNs = options.value(ContendOptions.duration)
  }

  /// The seed of a scenario's workers: alike for every design and topology, and for every number
  /// of workers.
  func seed(for scenario: Scenario, round: Int) -> UInt64 {
    splitSeed(seed, round == 0 ? scenario.stream : "\(scenario.stream)/round:\(round)")
  }

  /// The plan for a reader.
  package var text: String {
    let counts = workers.map(String.init).joined(separator: ", ")
    var lines = [
      "contend: \(counts) \(CountText.word(workers.last ?? 0, "worker")), as fast as they can for \(TimeText.text(ns: durationNs))",
      "seed: \(seed); processes for each scenario and number of workers: \(rounds)",
    ]
    lines += scenarios.map { "  \($0.id)" }
    if dropped > 0 { lines.append("left out, since no design has them: \(dropped)") }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension ContendPlan: SessionPlan {
  package var command: String { "contend" }
  package var home: ResultsHome { .loads }
  package var suiteName: String { "contend" }
  package var files: [any JobRow.Type] { [ContendRow.self] }

  package func isKnown(_ scenario: Scenario, in catalogue: Catalogue) -> Bool {
    catalogue.shared[scenario.design] != nil
  }

  package func checkBounds() throws(PlanError) {
    try PlanBounds.check(scenarios)
    try RoundOptions.rounds.check(rounds)
    try ContendOptions.workers.check(workers)
    guard Set(workers).count == workers.count else {
      throw .refused(
        option: ContendOptions.workers.option.name, reason: "must have no number twice")
    }
    try ContendOptions.duration.check(durationNs)
    try LimitOptions.limit.check(limitSeconds)
    try PlanBounds.check(dropped, in: 0...Int.max, "dropped")
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
