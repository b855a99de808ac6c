import PublishedDesigns
import ResultFixtures
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowRunner

// Each worker sends so many actions, however long that takes: no test depends on time.
@MainActor
struct ContendDriverTests {
  nonisolated static let designs = ["mutex", "actor", "flow", "inout", "middleware"]
  nonisolated static let topologies = [Topology.single, .perFeature, .grouped]

  private static func run(
    _ topology: Topology, workers: Int, design: String, actions: Int = 300,
    catalogue: Catalogue = .standard(), _ change: (inout ContendRequest) -> Void = { _ in }
  ) async throws -> ContendOutcome {
    var request = ContendRequest(
      scenario: .sample(WorkerSelection.workload.id, topology, 3, design), workers: workers,
      seed: 7, durationNs: 0, warmUpActions: 30, actions: actions)
    change(&request)
    let design = try #require(catalogue.shared[design])
    return await ContendDriver(request: request, design: design) { _ in }.run()
  }

  private static let own = DesignDescription(id: "own", summary: "a store of these tests")

  private static func outcome<Mistake: PlantedMistake>(
    threads mistake: Mistake.Type, _ topology: Topology
  ) async throws -> ContendOutcome {
    try await outcome(WorkerSocket().plugShared { FaultyStore<Mistake>($0) }, topology)
  }

  private static func outcome<Mistake: PlantedMistake>(
    tasks mistake: Mistake.Type, _ topology: Topology
  ) async throws -> ContendOutcome {
    try await outcome(WorkerSocket().plug { FaultyTaskStore<Mistake>($0) }, topology)
  }

  private static func outcome(
    _ shared: SharedDesign, _ topology: Topology,
    _ change: (inout ContendRequest) -> Void = { _ in }
  ) async throws -> ContendOutcome {
    var catalogue = Catalogue()
    catalogue.add(shared, of: own)
    return try await run(topology, workers: 2, design: own.id, catalogue: catalogue, change)
  }

  @Test(arguments: designs, topologies)
  func `every design gets every action, once and in order`(
    design: String, topology: Topology
  ) async throws {
    for workers in [1, 3, 8] {
      let outcome = try await Self.run(topology, workers: workers, design: design, actions: 100)
      #expect(outcome.isValid, "\(outcome.reason)")
      #expect(outcome.sent == [Int](repeating: 100, count: workers))
      #expect(outcome.faults == SequenceFaults())
      #expect(outcome.wallNs > 0)
    }
  }

  @Test func `the digest is the same for all designs and topologies`() async throws {
    var digests: Set<UInt64> = []
    for design in Self.designs {
      for topology in Self.topologies {
        let outcome = try await Self.run(topology, workers: 2, design: design, actions: 1)
        digests.insert(try #require(outcome.digest))
      }
    }
    #expect(digests.count == 1)
    let other = try await Self.run(.single, workers: 3, design: "mutex", actions: 1)
    #expect(!digests.contains(try #require(other.digest)))
  }

  @Test func `workers are what a design's stores can take`() async throws {
    let kinds: [String: (WorkerKind, StoreIsolation)] = [
      "mutex": (.thread, .lock), "actor": (.task, .ownActor), "flow": (.task, .ownActor),
      "inout": (.task, .mainActor), "middleware": (.task, .mainActor),
    ]
    for (design, kind) in kinds {
      let outcome = try await Self.run(.single, workers: 1, design: design, actions: 1)
      #expect(outcome.worker == kind.0 && outcome.isolation == kind.1, "\(design)")
    }
  }

  /// How many stores there are: the mistake is made once in each.
  nonisolated static let stores: [(Topology, Int)] = [
    (.single, 1), (.grouped, 2), (.perFeature, 3),
  ]

  @Test(arguments: stores)
  func `a store that loses one action is found out`(topology: Topology, stores: Int) async throws {
    for outcome in [
      try await Self.outcome(threads: Loses.self, topology),
      try await Self.outcome(tasks: Loses.self, topology),
    ] {
      #expect(outcome.faults == SequenceFaults(lost: stores))
      #expect(!outcome.isValid)
      #expect(outcome.reason == "\(stores) lost, 0 duplicated, 0 reordered")
    }
  }

  @Test(arguments: stores)
  func `a store that duplicates one action is found out`(
    topology: Topology, stores: Int
  ) async throws {
    for outcome in [
      try await Self.outcome(threads: Duplicates.self, topology),
      try await Self.outcome(tasks: Duplicates.self, topology),
    ] {
      #expect(outcome.faults == SequenceFaults(duplicated: stores))
      #expect(!outcome.isValid)
      #expect(outcome.reason == "0 lost, \(stores) duplicated, 0 reordered")
    }
  }

  @Test(arguments: stores)
  func `a store that swaps two actions is found out`(topology: Topology, stores: Int) async throws {
    for outcome in [
      try await Self.outcome(threads: Swaps.self, topology),
      try await Self.outcome(tasks: Swaps.self, topology),
    ] {
      #expect(outcome.faults == SequenceFaults(reordered: stores))
      #expect(!outcome.isValid)
      #expect(outcome.reason == "0 lost, 0 duplicated, \(stores) reordered")
    }
  }

  @Test func `a store that brings an action to another module is found out`() async throws {
    let outcome = try await Self.outcome(threads: Misdirects.self, .single)
    #expect(outcome.faults == SequenceFaults())
    #expect(!outcome.isValid)
    #expect(outcome.reason == "wrong digest: the state differs from the floor's")
  }

  @Test func `a store that never answers ends the load`() async throws {
    let outcome = try await Self.outcome(WorkerSocket().plug { _ in SilentStore() }, .single) {
      $0.patienceNs = 1
      $0.graceNs = 1
    }
    #expect(!outcome.isValid && outcome.faults == nil)
    #expect(outcome.reason == "the warm-up does not end: 2 of 2 workers still wait")
  }

  @Test func `each worker has a route of its own, whoever else sends`() {
    let map = StoreMap(.sample(WorkerSelection.workload.id, .perFeature, 50, "mutex"))
    func route(_ worker: Int, seed: UInt64) -> [Int] {
      let state = WorkerState(worker: worker, map: map, distribution: .uniform, seed: seed)
      return (0..<100).map { state.stop(after: $0).store }
    }
    #expect(route(0, seed: 1) == route(0, seed: 1))
    #expect(route(0, seed: 1) != route(1, seed: 1))
    #expect(route(0, seed: 1) != route(0, seed: 2))
  }
}
