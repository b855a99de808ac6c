import FlowTestSupport
import Measurement
import PublishedDesigns
import ResultFixtures
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowRunner

/// Loads whose effects call a service that takes its time.
@MainActor
struct EffectLoadTests {
  nonisolated static let topologies = [Topology.single, .perFeature]

  nonisolated static func request(
    _ workload: String, _ topology: Topology, _ design: String, _ service: ServiceLaw,
    rate: Double = 1000, seconds: Double = 2, isVirtual: Bool = true
  ) throws -> LoadRequest {
    var scenario = Scenario.sample(workload, topology, 3, design)
    scenario.completion = .service
    scenario.distribution = .session(users: 8)
    var request = LoadFixture.request(
      scenario, try LoadFixture.traffic(rate: rate, seconds: seconds), isVirtual: isVirtual)
    request.load.service = service
    return request
  }

  static func run(_ request: LoadRequest) async throws -> LoadOutcome {
    let parts = try #require(Catalogue.standard().effects(of: request))
    return try await LoadDriver(request: request, report: { _ in }).run(
      EffectSender(request: request, parts: parts))
  }

  nonisolated static let busy = ServiceLaw(
    latency: .logNormal(medianNs: 8_000_000, sigma: 0.7), failureShare: 0.05,
    timeoutNs: 40_000_000, capacity: 12)

  // A virtual load is compared with a simulation by events, state and counts.
  @Test(arguments: ["echo", "search"], topologies)
  func `flow in virtual time equals a simulation by events`(
    workload: String, topology: Topology
  ) async throws {
    let outcome = try await Self.run(
      try Self.request(workload, topology, "flow", Self.busy, rate: 1100))
    #expect(outcome.isValid, "\(outcome.reason ?? "")")
    let effects = try #require(outcome.effects)
    #expect(outcome.result.abandoned == 0)
    #expect(effects.asked == outcome.result.completed)
    #expect(effects.ended == effects.asked)
    #expect(effects.answered > 100 && effects.failed > 0)
    #expect((effects.cancelled > 100) == (workload == "search"))
    // A request was withdrawn while it waited for a place.
    #expect(effects.timedOut > 0)
    #expect(outcome.result.whole.response.maxNs == 40_000_000)
    #expect(outcome.result.whole.response.count == effects.asked - effects.cancelled)
    // Virtual time has no late notifications.
    #expect(effects.cancellation.maxNs ?? 0 == 0)
  }

  @Test func `the same seed gives the same load in virtual time, another does not`() async throws {
    var request = try Self.request("search", .single, "flow", Self.busy)
    let first = try await Self.run(request)
    let second = try await Self.run(request)
    #expect(first.result == second.result)
    #expect(first.digest == second.digest)
    request.seed += 1
    let third = try await Self.run(request)
    #expect(third.isValid)
    #expect(third.result != first.result)
  }

  // J. D. C. Little, 1961: the mean number in flight is the rate times the mean time.
  @Test func `concurrency follows Little's law`() async throws {
    let outcome = try await Self.run(
      try Self.request(
        "echo", .single, "flow", ServiceLaw(latency: .constant(ns: 50_000_000)), rate: 400,
        seconds: 20))
    let effects = try #require(outcome.effects)
    let rate = Double(effects.asked) / (Double(outcome.result.endedNs) / 1e9)
    #expect(abs(try #require(effects.meanInFlight) - rate * 0.05) < 1e-6 * rate)
    #expect(effects.maxInFlight > 20)
    #expect(outcome.result.whole.response.percentileNs(50).map { $0 / 100_000 } == 500)
  }

  @Test(
    arguments: ["flow", "middleware", "protocol", "task", "publisher", "command"], topologies)
  func `every design has all its effects ended in real time`(
    design: String, topology: Topology
  ) async throws {
    let service = ServiceLaw(
      latency: .uniform(fromNs: 1_000_000, toNs: 9_000_000), failureShare: 0.1)
    for workload in ["echo", "search"] {
      let outcome = try await Self.run(
        try Self.request(
          workload, topology, design, service, rate: 2000, seconds: 0.2, isVirtual: false))
      #expect(outcome.isValid, "\(workload): \(outcome.reason ?? "")")
      let effects = try #require(outcome.effects)
      #expect(outcome.result.abandoned == 0)
      #expect(effects.asked > 300 && effects.ended == effects.asked && effects.stray == 0)
      #expect(effects.failed > 0 || workload == "search")
      // An echo has nothing to cancel, and not every shape a way to do it.
      let cancels = ["flow", "middleware", "protocol"].contains(design)
      #expect((effects.cancelled > 0) == (workload == "search" && cancels))
      #expect(effects.maxInFlight > 1)
    }
  }

  @Test func `published shapes are reported to be bound to the main actor`() throws {
    var options = OptionTexts()
    options.set("latency", "constant:5ms")
    options.set("virtual")
    let plan = try LoadPlan(options, catalogue: .standard())
    #expect(Set(plan.scenarios.map(\.design)) == ["flow"])
    #expect(plan.boundToMainActor.count == 12)
    #expect(
      plan.text.contains(
        "omitted, because the main actor has no virtual time: search/single/10/"))
  }
}
