import FlowTestSupport
import PublishedDesigns
import ResultFixtures
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowRunner

/// Many orders of simultaneous events, as `verify` tries them.
@MainActor
struct ExplorerTests {
  /// Twenty actions within 10 ms, whose effects take up to 4 ms.
  private static func request(
    _ workload: String, _ topology: Topology, _ design: String, seed: Int
  ) throws -> LoadRequest {
    var scenario = Scenario.sample(workload, topology, 2, design)
    scenario.completion = .service
    let traffic = LoadTraffic.open(
      try LoadSchedule(rate: 2_000, durationNs: 10_000_000, process: .poisson))
    return LoadRequest(
      scenario: scenario, seed: UInt64(seed),
      load: Load(
        traffic, service: ServiceLaw(latency: .uniform(fromNs: 0, toNs: 4_000_000)),
        drainNs: 20_000_000_000, warmUpActions: 0, isVirtual: true), workDirectory: "")
  }

  private static func explore(
    _ workload: String, _ topology: Topology, _ design: String, seed: Int,
    _ catalogue: Catalogue = .standard()
  ) throws -> ExploredRun {
    let request = try request(workload, topology, design, seed: seed)
    let explore = try #require(catalogue.effects(of: request)?.explore)
    return try explore()
  }

  @Test(arguments: ["search", "echo"], [Topology.single, .perFeature])
  func `flow has no fault in two hundred interleavings`(workload: String, topology: Topology) throws
  {
    var orders: Set<UInt64> = []
    for seed in 1...200 {
      let run = try Self.explore(workload, topology, "flow", seed: seed)
      #expect(run.violation == nil, "seed \(seed)")
      orders.insert(run.fingerprint)
    }
    // Many actions are simultaneous: few orders are equal.
    #expect(orders.count > 190)
  }

  @Test(arguments: FaultySearchDesign.Fault.allCases)
  func `faults are found within a thousand interleavings`(
    fault: FaultySearchDesign.Fault
  ) throws {
    let expected: [FaultySearchDesign.Fault: [String]] = [
      .lateAnswer: ["was answered after action"],
      .lostAction: ["was skipped", "was never reduced"],
      .reordered: ["was skipped", "was reduced after action"],
      .answeredTwice: ["ended 2 times instead of 1"],
      .lostUpdate: ["the final state differs from that of the reductions"],
    ]
    var catalogue = Catalogue()
    catalogue.add(FaultySearchDesign(fault: fault))
    func explore(_ seed: Int) throws -> ExploredRun {
      try Self.explore("search", .single, "faulty", seed: seed, catalogue)
    }
    var violation: String?
    for seed in 1...1_000 where violation == nil { violation = try explore(seed).violation }
    guard let texts = expected[fault] else {
      #expect(violation == nil)
      return
    }
    let found = try #require(violation)
    #expect(texts.contains { found.contains($0) }, "\(found)")
  }

  @Test func `the seed determines the order`() throws {
    let first = try Self.explore("search", .single, "flow", seed: 5)
    let again = try Self.explore("search", .single, "flow", seed: 5)
    #expect(first == again)
    let other = try Self.explore("search", .single, "flow", seed: 6)
    #expect(first.fingerprint != other.fingerprint)
  }
}
