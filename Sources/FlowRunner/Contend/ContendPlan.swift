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
  package init(_ options: ContendOptions, catalogue: Catalogue) throws(PlanError) {
    workers = Set(options.workers ?? [1, 2, 4]).sorted()
    var lists = options.stores.lists
    lists.features = options.size.features
    lists.distributions = options.size.distribution
    let selected = try WorkerSelection(
      lists, topologies: [.single, .grouped, .perFeature], catalogue)
    scenarios = selected.scenarios
    dropped = selected.dropped.count
    seed = options.process.seed ?? ProcessOptions.standardSeed
    limitSeconds = options.process.limit ?? ChildProcess.standardLimitSeconds
    rounds = options.rounds ?? 1
    durationNs = options.duration ?? 2_000_000_000
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
    try PlanBounds.check(rounds, in: OptionBounds.rounds, "--rounds")
    for count in workers { try PlanBounds.check(count, in: OptionBounds.workers, "--workers") }
    guard Set(workers).count == workers.count else {
      throw .refused(
        option: "--workers", reason: "must have no number twice")
    }
    try PlanBounds.check(ns: durationNs, from: 1, "--duration")
    try PlanBounds.check(limitSeconds, in: OptionBounds.limitSeconds, "--limit")
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

/// The scenarios that several workers can send to: what was asked for, as far as designs can do that.
@MainActor
struct WorkerSelection {
  let scenarios: [Scenario]
  /// The combinations that no design has.
  let dropped: [Scenario]

  /// What the stores hold: it has nothing to do with any app.
  nonisolated static let workload = WorkloadDescription(
    id: "sequence", summary: "counts what each worker has sent, and looks at the order")

  /// Checks a request against the catalogue and multiplies it out.
  ///
  /// - Parameter standard: The topologies that are driven when nobody says.
  /// - Throws: `PlanError`, naming the option, the rule and what was given.
  init(
    _ lists: ScenarioLists, topologies standard: [Topology], _ catalogue: Catalogue
  ) throws(PlanError) {
    try Self.check(lists, catalogue)
    try lists.check(in: catalogue)
    let sweep = Self.sweep(standard, catalogue)
    let all = lists.replacing(sweep).product(in: catalogue)
    let known = all.filter { catalogue.shared[$0.design] != nil }
    guard !known.isEmpty else {
      throw EmptySelection(
        lists: lists, catalogue: catalogue,
        candidates: { lists in
          guard (try? lists.check(in: catalogue)) != nil else { return nil }
          return lists.replacing(sweep).product(in: catalogue)
        }, canRun: { catalogue.shared[$0.design] != nil }
      ).error()
    }
    scenarios = try lists.filtered(known)
    try lists.check(scenarios)
    dropped = all.filter { catalogue.shared[$0.design] == nil }
  }

  private static func sweep(_ topologies: [Topology], _ catalogue: Catalogue) -> Sweep {
    Sweep(
      designs: catalogue.designs(asked: [.workers]), workloads: [workload.id],
      topologies: topologies, features: [10],
      affinities: Affinity.isSupported ? [.free] : nil)
  }

  private static func check(
    _ lists: ScenarioLists, _ catalogue: Catalogue
  ) throws(PlanError) {
    let designs = catalogue.designs.map(\.id).filter { catalogue.shared[$0] != nil }
    for name in lists.designs ?? [] where !designs.contains(name) {
      throw .unknown(
        option: "--design", kind: "design for several workers", name: name,
        known: designs)
    }
    // Workers send to stores, not to children of one.
    let topologies = Topology.allCases
      .filter { $0.storeCount(StoreLayout(), features: 1) != nil }.map(\.rawValue)
    for topology in lists.topologies ?? []
    where !topologies.contains(topology.rawValue) {
      throw .unknown(
        option: "--topology", kind: "topology for several workers",
        name: topology.rawValue, known: topologies)
    }
  }
}
