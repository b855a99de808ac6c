import Measurement
import PublishedDesigns
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowRunner

/// Users who wait for a service, against a simulation.
@MainActor
struct UserEffectTests {
  private static func request(
    _ workload: String, _ topology: Topology, _ service: ServiceLaw, _ users: UserTraffic
  ) throws -> LoadRequest {
    var request = try EffectLoadTests.request(workload, topology, "flow", service)
    request.scenario.distribution = .zipf(exponent: 1)
    request.load.traffic = .users(users)
    request.load.drainNs = 600_000_000_000
    return request
  }

  /// Places that are all taken at times, and requests of which some fail.
  nonisolated private static let busy = ServiceLaw(
    latency: .logNormal(medianNs: 20_000_000, sigma: 0.7), failureShare: 0.05,
    timeoutNs: 150_000_000, capacity: 4)

  @Test(arguments: ["echo", "search"], EffectLoadTests.topologies)
  func `users who wait act as in a simulation by events`(
    workload: String, topology: Topology
  ) async throws {
    let users = UserTraffic(
      count: 200, arrival: .poisson, think: .exponential(meanNs: 200_000_000),
      away: .exponential(meanNs: 300_000_000), durationNs: 2_000_000_000)
    let outcome = try await EffectLoadTests.run(
      try Self.request(workload, topology, Self.busy, users))
    #expect(outcome.isValid, "\(outcome.reason ?? "")")
    let effects = try #require(outcome.effects)
    #expect(outcome.result.abandoned == 0)
    #expect(effects.ended == effects.asked)
    if workload == "search" {
      // A newer search cancels the older one, which waits for a place.
      #expect(effects.cancelled > 50)
    } else {
      #expect(effects.answered > 50 && effects.timedOut > 20 && effects.failed > 0)
    }
    // No user has two actions in progress.
    #expect(effects.maxInFlight <= 200)
  }

  // It is over when all sessions are, long before the time is, however busy the machine.
  @Test func `users in real time wait for answers`() async throws {
    let users = UserTraffic(
      count: 20, arrival: .together, think: .exponential(meanNs: 10_000_000), away: nil,
      durationNs: 600_000_000_000)
    var request = try Self.request(
      "echo", .single, ServiceLaw(latency: .constant(ns: 5_000_000), capacity: 3), users)
    request.load.isVirtual = false
    let outcome = try await EffectLoadTests.run(request)
    #expect(outcome.isValid, "\(outcome.reason ?? "")")
    let effects = try #require(outcome.effects)
    #expect(effects.ended == effects.asked)
    // More than one action each, and no user has two in progress.
    #expect(effects.asked > 25 && effects.maxInFlight <= 20, "\(effects.asked)")
  }
}
