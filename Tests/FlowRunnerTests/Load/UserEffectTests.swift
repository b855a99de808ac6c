import Measurement
import PublishedDesigns
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowRunner

/// Users who wait for a service, and requests that are taken back, against simulations and theory.
@MainActor
struct UserEffectTests {
  private static func request(
    _ workload: String, _ topology: Topology, _ service: ServiceLaw, _ users: UserTraffic
  ) throws -> LoadRequest {
    var request = try EffectLoadTests.request(workload, topology, "flow", service)
    request.scenario.distribution = .zipf(exponent: 1)
    request.traffic = .users(users)
    request.drainNs = 600_000_000_000
    return request
  }

  private static func sessions(
    rate: Double, seconds: Double, think: Delay, waits: Bool
  ) throws -> UserTraffic {
    let ns = UInt64(seconds * 1e9)
    return UserTraffic(
      .sessions(try LoadSchedule(.steady, rate: rate, durationNs: ns, process: .poisson)),
      think: think, waits: waits, durationNs: ns)
  }

  /// Places that are all taken at times, of which some give up, and some fail.
  nonisolated private static let busy = ServiceLaw(
    latency: .logNormal(medianNs: 20_000_000, sigma: 0.7), failureShare: 0.05,
    timeoutNs: 150_000_000, capacity: 4, patience: .exponential(meanNs: 20_000_000))

  // MARK: - Against a simulation by events

  @Test(arguments: ["echo", "search"], EffectLoadTests.topologies)
  func `users who wait act as in a simulation by events`(
    workload: String, topology: Topology
  ) async throws {
    let users = UserTraffic(
      .population(count: 200, arrival: .poisson, away: .exponential(meanNs: 300_000_000)),
      think: .exponential(meanNs: 200_000_000), waits: true, durationNs: 2_000_000_000)
    let outcome = try await EffectLoadTests.run(
      try Self.request(workload, topology, Self.busy, users))
    #expect(outcome.isValid, "\(outcome.reason ?? "")")
    let effects = try #require(outcome.effects)
    #expect(outcome.result.abandoned == 0)
    #expect(effects.ended == effects.asked)
    // A newer search cancels the older one.
    #expect(effects.answered > (workload == "search" ? 5 : 50) && effects.reneged > 20)
    #expect(effects.failed > 0)
    // No user has two actions in progress.
    #expect(effects.maxInFlight <= 200)
  }

  @Test func `sessions act as in a simulation by events, waiting or not`()
    async throws
  {
    for waits in [true, false] {
      let users = try Self.sessions(
        rate: 15, seconds: 5, think: .exponential(meanNs: 50_000_000), waits: waits)
      let outcome = try await EffectLoadTests.run(
        try Self.request("echo", .single, Self.busy, users))
      #expect(outcome.isValid, "\(outcome.reason ?? "")")
      #expect(outcome.result.abandoned == 0 && outcome.result.completed > 300)
    }
  }

  // It is over when all sessions are, long before the time is, however busy the machine.
  @Test func `users in real time wait for answers`() async throws {
    let users = UserTraffic(
      .population(count: 20, arrival: .together, away: nil),
      think: .exponential(meanNs: 10_000_000), waits: true, durationNs: 600_000_000_000)
    var request = try Self.request(
      "echo", .single, ServiceLaw(latency: .constant(ns: 5_000_000), capacity: 3), users)
    request.isVirtual = false
    let outcome = try await EffectLoadTests.run(request)
    #expect(outcome.isValid, "\(outcome.reason ?? "")")
    let effects = try #require(outcome.effects)
    #expect(effects.ended == effects.asked)
    // More than one action each, and no user has two in progress.
    #expect(effects.asked > 25 && effects.maxInFlight <= 20, "\(effects.asked)")
  }

  // MARK: - Against theory

  // J. R. Jackson, 1957, with a think time as F. Baskett et al., 1975: where users wait for their
  // answers, a service with one place and exponential latencies is an M/M/1 at the rate of all actions,
  // however long sessions and thinking are. Users who do not wait make it longer.
  @Test func `a service for sessions that wait is an M/M/1; for blind ones it is not`() async throws
  {
    let service = ServiceLaw(latency: .exponential(meanNs: 1_000_000), capacity: 1)
    var found: [Bool: (response: Double, law: Double)] = [:]
    for waits in [true, false] {
      // Thinking takes no time: all that a session does follows at once.
      let users = try Self.sessions(
        rate: 700 / Double(EchoFeature.meanSessionLength), seconds: 20, think: .constant(ns: 0),
        waits: waits)
      var request = try Self.request("echo", .single, service, users)
      // Who shares a slot shares its session: that is no longer a product form, 8 % off with one slot.
      request.scenario.features = 300
      request.scenario.distribution = .zipf(exponent: 0.01)
      let outcome = try await EffectLoadTests.run(request)
      #expect(outcome.isValid, "\(outcome.reason ?? "")")
      let rate = Double(outcome.result.completed) / 20
      found[waits] = (
        try #require(outcome.result.whole.response.meanNs), 1e6 / (1 - rate / 1000)
      )
    }
    let (waiting, blind) = (try #require(found[true]), try #require(found[false]))
    #expect(abs(waiting.response / waiting.law - 1) < 0.2, "\(waiting)")
    #expect(blind.response > 3 * blind.law, "\(blind)")
  }
}
