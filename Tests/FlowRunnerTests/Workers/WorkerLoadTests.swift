import Foundation
import Measurement
import Platform
import PublishedDesigns
import ResultFixtures
import Synchronization
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// Loads that several workers send, in this process. Nothing depends on how long anything takes.
@MainActor
struct WorkerLoadTests {
  nonisolated static let designs = ["mutex", "actor", "flow", "inout", "middleware"]

  private static func request(
    _ topology: Topology, _ design: String, workers: Int, rate: Double = 2000,
    seconds: Double = 0.05, _ process: ArrivalProcess = .constant
  ) throws -> LoadRequest {
    guard case .open(var schedule) = try LoadFixture.traffic(rate: rate, seconds: seconds, process)
    else { throw PlanError.unsupported("") }
    schedule.workers = workers
    return LoadFixture.request(
      .sample(WorkerSelection.workload.id, topology, 3, design), .open(schedule))
  }

  private static func run(
    _ request: LoadRequest, _ design: SharedDesign, cores: Int = 64, graceNs: UInt64 = 1 << 40
  ) async throws -> LoadOutcome {
    try await LoadDriver(request: request, report: { _ in }).run(
      WorkerSender(request: request, design: design, coreCount: cores, graceNs: graceNs))
  }

  private static func run(
    _ topology: Topology, _ design: String, workers: Int, _ process: ArrivalProcess = .constant
  ) async throws -> LoadOutcome {
    try await run(
      try request(topology, design, workers: workers, process),
      try #require(Catalogue.standard().shared[design]))
  }

  @Test(arguments: designs, [Topology.single, .perFeature])
  func `every action of the schedule is reduced once, by threads and by tasks`(
    design: String, topology: Topology
  ) async throws {
    for workers in [1, 3] {
      let outcome = try await Self.run(topology, design, workers: workers)
      #expect(outcome.isValid, "\(outcome.reason ?? "")")
      #expect(outcome.result.completed == 100 && outcome.result.abandoned == 0)
      #expect(outcome.result.whole.response.count == 100)
      #expect(outcome.workers?.p99Ns.count == workers)
    }
  }

  @Test func `all designs and topologies have the digest of workers without a schedule`()
    async throws
  {
    var digests: Set<UInt64> = []
    for design in Self.designs {
      for topology in [Topology.single, .perFeature] {
        digests.insert(try await Self.run(topology, design, workers: 2).digest)
      }
    }
    #expect(digests.count == 1)
    let stores = await WorkerStores(
      .sample(WorkerSelection.workload.id, .single, 3, "mutex"), workers: 2, seed: 7,
      design: try #require(Catalogue.standard().shared["mutex"]))
    #expect(await stores.send(each: 5, patienceNs: 1 << 40) == nil)
    #expect(await stores.verification.digest == digests.first)
  }

  @Test func `a load with few batches is not called steady`() async throws {
    // 50 ms are three slices.
    let outcome = try await Self.run(.single, "mutex", workers: 2)
    #expect(outcome.statistics?.unsteadiness?.hasPrefix("too few batches") == true)
  }

  @Test func `a lost action makes the load invalid`() async throws {
    let loses = WorkerStoreBuilder().makeSharedStore { FaultyStore<Loses>($0) }
    let outcome = try await Self.run(try Self.request(.single, "own", workers: 2), loses)
    #expect(!outcome.isValid && outcome.reason == "1 lost, 0 duplicated, 0 reordered")
    let tasks = WorkerStoreBuilder().makeStore { FaultyTaskStore<Duplicates>($0) }
    let other = try await Self.run(try Self.request(.perFeature, "own", workers: 2), tasks)
    #expect(!other.isValid && other.reason == "0 lost, 3 duplicated, 0 reordered")
  }

  @Test func `a store that never answers ends the load`() async throws {
    let silent = WorkerStoreBuilder().makeStore { _ in SilentStore() }
    let outcome = try await Self.run(
      try Self.request(.single, "own", workers: 2), silent, graceNs: 1)
    #expect(!outcome.isValid)
    #expect(outcome.reason == "the warm-up does not end: 2 of 2 workers still wait")
  }

  @Test func `a worker that is blocked until the end of the schedule completes nothing in time`()
    async throws
  {
    let request = try Self.request(.single, "own", workers: 2)
    let unfair = WorkerStoreBuilder().makeSharedStore {
      UnfairStore($0, heldNs: request.traffic.durationNs, warmUp: request.warmUpActions / 2)
    }
    let outcome = try await Self.run(request, unfair)
    #expect(outcome.isValid, "\(outcome.reason ?? "")")
    #expect(outcome.result.completed == 100)
    let shares = try #require(outcome.workers?.completedInTime)
    #expect(shares[1] == 0 && (shares[0] ?? 0) > 0)
    #expect(LoadFairness(try #require(outcome.workers)).index == 0.5)
  }

  @Test func `more workers than cores are a warning`() async throws {
    let outcome = try await Self.run(
      try Self.request(.single, "mutex", workers: 3),
      try #require(Catalogue.standard().shared["mutex"]), cores: 2)
    #expect(outcome.isValid)
    #expect(outcome.reason == "3 workers share 2 cores and wait for each other")
  }

  @Test func `a row has the number of workers and their fairness`() async throws {
    let request = try Self.request(.single, "mutex", workers: 2)
    var outcome = try await Self.run(
      request, try #require(Catalogue.standard().shared["mutex"]))
    outcome.workers = WorkerShares(completedInTime: [1, 0.5], p99Ns: [300, 200])
    let rows = OutcomeRows(
      runID: "r", seed: 1, scenario: request.scenario, round: 0, traffic: request.traffic,
      maxQueue: nil)
    let row = try #require(rows.loads(.finished(outcome)).first)
    #expect(row.dimensions.senders == 2 && row.load == "open:constant:50ms@2000.0:workers:2")
    #expect(row.fairness.index == 0.9)
    #expect(row.fairness.minP99Ns == 200 && row.fairness.maxP99Ns == 300)
    #expect(row.quality.stalls == nil)
    let read: [LoadRow] = try CSVReader.rows(CSVFormat.text([row]), file: LoadRow.fileName)
    #expect(read == [row])
    // Of one worker too few actions are known.
    outcome.workers = WorkerShares(completedInTime: [1, nil], p99Ns: [300, nil])
    let other = try #require(rows.loads(.finished(outcome)).first)
    #expect(other.fairness.index == 1 && other.fairness.maxP99Ns == nil)
    outcome.workers = nil
    #expect(try #require(rows.loads(.finished(outcome)).first).fairness == LoadFairness())
  }

  @Test func `arrivals of all workers are merged in the order of time`() throws {
    let request = try Self.request(.single, "mutex", workers: 5, .poisson)
    guard case .open(let schedule) = request.traffic else { return }
    let shares = try #require(try schedule.shares(seed: 9))
    var expected: [UInt64] = []
    for share in shares {
      var share = share
      while let atNs = share.next() { expected.append(atNs) }
    }
    var all = SharedArrivals(shares)
    var found: [UInt64] = []
    while let atNs = all.next() { found.append(atNs) }
    #expect(found == expected.sorted())
  }
}

/// A store that keeps worker 1 waiting: it comes back from its first action after the warm-up when the
/// schedule of the load is over.
private struct UnfairStore: SynchronousStore, Sendable {
  typealias F = SequenceFeature

  private let store: FaultyStore<NoMistake>
  private let heldNs: UInt64
  private let warmUp: Int

  private enum NoMistake: PlantedMistake {
    static func deliver(
      _ action: NumberedAction, _ held: inout [NumberedAction]
    ) -> [NumberedAction] { [action] }
  }

  init(_ feature: SequenceFeature, heldNs: UInt64, warmUp: Int) {
    store = FaultyStore(feature)
    self.heldNs = heldNs
    self.warmUp = warmUp
  }

  func send(_ action: NumberedAction) {
    if action.worker == 1, action.number == warmUp {
      // The load has begun before: from here on so long is beyond its end.
      let untilNs = MonotonicClock.nowNs() + heldNs
      while MonotonicClock.nowNs() <= untilNs { Thread.sleep(forTimeInterval: 0.001) }
    }
    store.send(action)
  }

  func read(_ reading: Reading, slot: Int) -> UInt64 { store.read(reading, slot: slot) }
}
