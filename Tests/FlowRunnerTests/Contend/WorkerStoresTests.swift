import PublishedDesigns
import ResultFixtures
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowRunner

/// Workers that send a number of actions as fast as they can, so that no test depends on time.
@MainActor
struct WorkerStoresTests {
  nonisolated static let designs = ["mutex", "actor", "flow", "inout", "middleware"]
  nonisolated static let topologies = [Topology.single, .perFeature]

  private static func sent(
    _ topology: Topology, workers: Int, _ design: SharedDesign, each count: Int
  ) async -> SequenceVerification {
    let stores = await WorkerStores(
      .sample(WorkerSelection.workload.id, topology, 3, "any"), workers: workers, seed: 7,
      design: design)
    #expect(await stores.send(each: count, limitNs: 1 << 40) == nil)
    #expect(stores.workers.allSatisfy { $0.sent == count })
    return await stores.verification
  }

  @Test(arguments: designs, topologies)
  func `every design reduces every action, once and in order`(
    design: String, topology: Topology
  ) async throws {
    let shared = try #require(Catalogue.standard().shared[design])
    for workers in [1, 3, 8] {
      let found = await Self.sent(topology, workers: workers, shared, each: 100)
      #expect(found.reason == nil)
      #expect(found.faults == SequenceFaults())
    }
  }

  @Test func `all designs and topologies have the same digest`() async throws {
    let catalogue = Catalogue.standard()
    var digests: Set<UInt64> = []
    for design in Self.designs {
      let shared = try #require(catalogue.shared[design])
      for topology in Self.topologies {
        digests.insert(await Self.sent(topology, workers: 2, shared, each: 16).digest)
      }
    }
    #expect(digests.count == 1)
    let mutex = try #require(catalogue.shared["mutex"])
    #expect(!digests.contains(await Self.sent(.single, workers: 3, mutex, each: 11).digest))
  }

  @Test func `workers are threads or tasks, as the stores of a design require`() {
    let shared = Catalogue.standard().shared
    let kinds: [String: (WorkerKind, StoreIsolation)] = [
      "mutex": (.thread, .lock), "actor": (.task, .ownActor), "flow": (.task, .ownActor),
      "inout": (.task, .mainActor), "middleware": (.task, .mainActor),
    ]
    for (design, kind) in kinds {
      #expect(shared[design]?.worker == kind.0 && shared[design]?.isolation == kind.1, "\(design)")
    }
  }

  /// The topologies and their numbers of stores: each store makes its mistake once.
  nonisolated static let stores: [(Topology, Int)] = [
    (.single, 1), (.perFeature, 3),
  ]

  private static func found<Mistake: PlantedMistake>(
    _ mistake: Mistake.Type, _ topology: Topology
  ) async -> [SequenceVerification] {
    [
      await sent(
        topology, workers: 2, WorkerStoreBuilder().makeSharedStore { FaultyStore<Mistake>($0) },
        each: 165),
      await sent(
        topology, workers: 2, WorkerStoreBuilder().makeStore { FaultyTaskStore<Mistake>($0) },
        each: 165),
    ]
  }

  @Test(arguments: stores)
  func `lost, duplicated and reordered actions are counted`(
    topology: Topology, stores: Int
  ) async {
    for found in await Self.found(Loses.self, topology) {
      #expect(found.faults == SequenceFaults(lost: stores))
      #expect(found.reason == "\(stores) lost, 0 duplicated, 0 reordered")
    }
    for found in await Self.found(Duplicates.self, topology) {
      #expect(found.faults == SequenceFaults(duplicated: stores))
    }
    for found in await Self.found(Swaps.self, topology) {
      #expect(found.faults == SequenceFaults(reordered: stores))
    }
  }

  @Test func `an action for another module is found`() async {
    for found in await Self.found(Misdirects.self, .single) {
      #expect(found.faults == SequenceFaults())
      #expect(found.reason == "wrong digest: the state differs from the floor's")
    }
  }

  @Test func `a store that never answers ends the load`() async {
    let stores = await WorkerStores(
      .sample(WorkerSelection.workload.id, .single, 3, "any"), workers: 2, seed: 7,
      design: WorkerStoreBuilder().makeStore { _ in SilentStore() })
    #expect(await stores.send(each: 15, limitNs: 1) == "2 of 2 workers still wait")
  }

  @Test func `each worker has a route of its own, for any number of workers`() {
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
