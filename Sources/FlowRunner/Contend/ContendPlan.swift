package import FlowHarness
package import FlowResults
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

  /// What the stores hold: it has nothing to do with any app.
  static let workload = WorkloadDescription(
    id: "sequence", summary: "counts what each worker has sent, and looks at the order")
  @MainActor
  private static func sweep(_ catalogue: Catalogue) -> Sweep {
    Sweep(
      designs: catalogue.designs(asked: [.workers]), workloads: [workload.id],
      topologies: [.single, .grouped, .perFeature], features: [10],
      affinities: Affinity.isSupported ? [.free] : nil)
  }
  private static let standardWorkers = [1, 2, 4]
  private static let standardDurationNs: UInt64 = 2_000_000_000

  /// Checks a request against the catalogue and multiplies it out.
  ///
  /// - Throws: `PlanError`, naming the option, the rule and what was given.
  @MainActor
  package init(_ options: ContendOptions, catalogue: Catalogue) throws(PlanError) {
    let workers = options.workers ?? Self.standardWorkers
    for count in workers { try Plan.check(count, in: Bounds.workers, "--workers") }
    self.workers = Set(workers).sorted()
    try Self.check(options.selection, catalogue)
    let request = try CheckedLists(options.selection, catalogue: catalogue)
    let all = request.replacing(Self.sweep(catalogue)).product(of: catalogue.designs)
    let known = all.filter { catalogue.shared[$0.design] != nil }
    guard !known.isEmpty else {
      throw EmptySelection(
        options: options.selection, given: options.selection.given, catalogue: catalogue,
        candidates: { options in
          let lists = try? CheckedLists(options, catalogue: catalogue)
          return lists?.replacing(Self.sweep(catalogue)).product(of: catalogue.designs)
        }, canRun: { catalogue.shared[$0.design] != nil }
      ).error()
    }
    scenarios = try Plan.filtered(known, by: options.selection.filter)
    dropped = all.count - known.count
    seed = options.selection.seed
    limitSeconds = try options.selection.childLimitSeconds()
    if let rounds = options.rounds { try Plan.check(rounds, in: Bounds.rounds, "--rounds") }
    rounds = options.rounds ?? 1
    durationNs = try LoadPlan.ns(options.duration, "--duration") ?? Self.standardDurationNs
  }

  @MainActor
  private static func check(
    _ selection: RunOptions, _ catalogue: Catalogue
  ) throws(PlanError) {
    let designs = catalogue.designs.map(\.id).filter { catalogue.shared[$0] != nil }
    for name in selection.designs ?? [] where !designs.contains(name) {
      throw .unknown(
        option: "--design", kind: "design for several workers", name: name, known: designs)
    }
    // Workers send to stores, not to children of one.
    let topologies = Topology.allCases
      .filter { $0.storeCount(StoreLayout(), features: 1) != nil }.map(\.rawValue)
    for name in selection.topologies ?? [] where !topologies.contains(name) {
      throw .unknown(
        option: "--topology", kind: "topology for several workers", name: name, known: topologies)
    }
  }

  /// The seed of a scenario's workers: alike for every design and topology, and for every number
  /// of workers.
  func seed(for scenario: Scenario, round: Int) -> UInt64 {
    splitSeed(seed, round == 0 ? scenario.stream : "\(scenario.stream)/round:\(round)")
  }

  /// The plan for people.
  package var text: String {
    let counts = workers.map(String.init).joined(separator: ", ")
    var lines = [
      "contend: \(counts) workers, as fast as they can for \(TimeText.text(ns: durationNs))",
      "seed: \(seed); processes for each scenario and number of workers: \(rounds)",
    ]
    lines += scenarios.map { "  \($0.id)" }
    if dropped > 0 { lines.append("left out, since no design has them: \(dropped)") }
    return lines.joined(separator: "\n") + "\n"
  }
}
