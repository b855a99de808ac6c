import ResultFixtures
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowRunner

/// The digests that can be compared, according to `results/README.md`.
@MainActor
struct ComparableDigestTests {
  private func digest(_ scenario: Scenario, seed: UInt64 = 1) throws -> UInt64 {
    var options = OptionTexts()
    options.set("seed", to: seed)
    let plan = try Plan(options, catalogue: ConformanceTests.catalogue)
    let context = TrialContext.sample(scenario, seed: plan.seed(for: scenario))
    return try #require(
      ConformanceTests.catalogue.parts(of: context).expectedDigests([2000]).first)
  }

  @Test func `depth, middlewares and completion do not change the digest`() throws {
    let base = try digest(.sample("counter", .single, 1, "floor"))
    var scoped = Scenario.sample("counter", .scoped, 1, "flow")
    scoped.depth = 4
    #expect(try digest(scoped) == base)
    var hooked = Scenario.sample("counter", .single, 1, "protocol")
    hooked.middlewares = 4
    #expect(try digest(hooked) == base)
    var waiting = Scenario.sample("echo", .single, 1, "task")
    waiting.completion = .suspending
    #expect(try digest(waiting) == digest(.sample("echo", .single, 1, "floor")))
  }

  @Test func `design, topology and views do not change the digest`() throws {
    let base = try digest(.sample("shop", .single, 4, "floor"))
    for topology in Topology.allCases where topology != .scoped {
      #expect(try digest(.sample("shop", topology, 4, "returning")) == base)
    }
    let scoped = Scenario.sample("shop", .scoped, 4, "flow")
    #expect(try digest(scoped) == base)
    #expect(try digest(scoped.watched(by: .ownSlice, 4)) == base)
  }

  @Test func `workload, features, distribution, storage and seed change the digest`() throws {
    let scenario = Scenario.sample("shop", .single, 4, "floor")
    var skewed = scenario
    skewed.distribution = .zipf(exponent: 1)
    let digests = [
      try digest(scenario), try digest(.sample("counter", .single, 4, "floor")),
      try digest(.sample("shop", .single, 5, "floor")), try digest(skewed),
      try digest(scenario, seed: 2),
    ]
    #expect(Set(digests).count == digests.count)
    let inMemory = Scenario.sample("primes", .single, 1, "inout")
    var onDisk = inMemory
    onDisk.storage = .disk
    // What was saved to disk is loaded again; in memory the same is loaded every time.
    #expect(try digest(inMemory) != digest(onDisk))
  }
}
