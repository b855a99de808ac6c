import Measurement
import PublishedDesigns
import ResultFixtures
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowRunner

/// Loads whose actions are turned away where the line in front of a service is full.
@MainActor
struct EffectQueueTests {
  private static func run(_ request: LoadRequest, maxQueue: Int?) async throws -> LoadOutcome {
    var request = request
    request.load.maxQueue = maxQueue
    return try await EffectLoadTests.run(request)
  }

  // A virtual load is compared with a simulation by events, dropped actions included.
  @Test(arguments: ["echo", "search"], EffectLoadTests.topologies)
  func `dropped actions in virtual time are those of a simulation by events`(
    workload: String, topology: Topology
  ) async throws {
    let request = try EffectLoadTests.request(
      workload, topology, "flow", EffectLoadTests.busy, rate: 1500, seconds: 1)
    let all = try await Self.run(request, maxQueue: nil)
    let some = try await Self.run(request, maxQueue: 6)
    #expect(some.isValid, "\(some.reason ?? "")")
    let effects = try #require(some.effects)
    #expect(some.result.abandoned == 0 && some.result.dropped > 10)
    #expect(some.result.completed + some.result.dropped == all.result.completed)
    #expect(effects.asked == some.result.completed && effects.ended == effects.asked)
    // Twelve places and six who wait.
    #expect(effects.maxInFlight <= 18)
    // A newer search cancels the older one: few are in flight, while the service works on them all.
    #expect(try #require(all.effects).maxInFlight > 18 || workload == "search")
  }

  @Test func `simultaneous arrivals and ends have a fixed order`()
    async throws
  {
    // An arrival every 10 ms, 20 ms each, two places: no action is dropped; with one
    // place, every other one is.
    for (capacity, share) in [(2, 0.0), (1, 0.5)] {
      var request = try EffectLoadTests.request(
        "echo", .single, "flow",
        ServiceLaw(latency: .constant(ns: 20_000_000), capacity: capacity), rate: 100, seconds: 10)
      request.load.traffic = try LoadFixture.traffic(rate: 100, seconds: 10, .constant)
      let outcome = try await Self.run(request, maxQueue: 0)
      #expect(outcome.isValid, "\(outcome.reason ?? "")")
      let all = outcome.result.completed + outcome.result.dropped
      #expect(abs(Double(outcome.result.dropped) / Double(all) - share) < 0.01)
    }
  }

  // From 5 ms on one comes every 10 ms, who is served takes 30 ms: the others are turned away. At
  // 1 s one is served until 1,025 ms: who comes at 1,005 and 1,015 belongs to the second second.
  @Test func `dropped actions are counted in their second`() async throws {
    var request = try EffectLoadTests.request(
      "echo", .single, "flow",
      ServiceLaw(latency: .constant(ns: 30_000_000), capacity: 1), rate: 100, seconds: 2)
    request.load.traffic = try LoadFixture.traffic(rate: 100, seconds: 2, .constant)
    request.load.maxQueue = 0
    let parts = try #require(Catalogue.standard().effects(of: request))
    let (stream, said) = AsyncStream.makeStream(of: TimelineSecond.self)
    let outcome = try await LoadDriver(request: request, report: { said.yield($0) }).run(
      EffectSender(request: request, parts: parts))
    said.finish()
    var seconds: [TimelineSecond] = []
    for await second in stream { seconds.append(second) }
    #expect(seconds.prefix(2).map(\.dropped) == [66, 67])
    #expect(seconds.map(\.dropped).reduce(0, +) == outcome.result.dropped)
    #expect(seconds.prefix(2).map(\.inSystem) == [1, 1])
  }

  // A. K. Erlang, 1917: of c places and an offered load a, all are taken for the share
  // (aᶜ / c!) / Σ aᵏ / k! of those who come.
  @Test func `the dropped share without a queue is Erlang's`() async throws {
    let outcome = try await Self.run(
      try EffectLoadTests.request(
        "echo", .perFeature, "flow",
        ServiceLaw(latency: .exponential(meanNs: 10_000_000), capacity: 4), rate: 300, seconds: 50),
      maxQueue: 0)
    #expect(outcome.isValid, "\(outcome.reason ?? "")")
    let expected = (81.0 / 24) / (1 + 3 + 4.5 + 4.5 + 81.0 / 24)
    let (dropped, completed) = (outcome.result.dropped, outcome.result.completed)
    let found = Double(dropped) / Double(dropped + completed)
    #expect(abs(found / expected - 1) < 0.06, "\(found), expected \(expected)")
    // Who is served has not waited: his response is his latency.
    let meanNs = try #require(outcome.result.whole.response.meanNs)
    #expect(abs(meanNs / 1e7 - 1) < 0.036, "\(meanNs)")
  }

  @Test(arguments: ["flow", "middleware", "protocol", "task", "publisher", "command"])
  func `every design accounts for all arrivals in real time`(design: String) async throws {
    let request = try EffectLoadTests.request(
      "search", .single, design,
      ServiceLaw(latency: .constant(ns: 20_000_000), capacity: 1), rate: 1000, seconds: 0.2,
      isVirtual: false)
    let outcome = try await Self.run(request, maxQueue: 3)
    #expect(outcome.isValid, "\(outcome.reason ?? "")")
    let effects = try #require(outcome.effects)
    #expect(outcome.result.abandoned == 0 && effects.stray == 0)
    #expect(effects.ended == effects.asked)
    // One is served in 20 ms and 200 come in 0.2 s: they cannot all find room, however slow the
    // machine is.
    #expect(outcome.result.dropped > 0)
    let virtual = try await EffectLoadTests.run(
      EffectLoadTests.request(
        "search", .single, "flow", ServiceLaw(latency: .constant(ns: 0)), rate: 1000,
        seconds: 0.2))
    #expect(outcome.result.completed + outcome.result.dropped == virtual.result.completed)
  }

  @Test func `a maximum queue length limits the queue for a place`() throws {
    let plan = try LoadFixture.plan("--latency constant:1ms --max-queue 3 --capacity 2")
    #expect(
      plan.text.contains("at most 3 actions wait for a place at the service; others are dropped"))
  }
}
