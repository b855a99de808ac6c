import FlowTestSupport
import Foundation
import Measurement
import PublishedDesigns
import ResultFixtures
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// Users in worlds that know nothing of each other.
@MainActor
struct WorldsTests {
  private func options(_ change: (inout OptionTexts) throws -> Void) throws -> OptionTexts {
    var options = OptionTexts()
    options.set("users", "1000")
    options.set("worlds", "7")
    options.set("virtual")
    options.set("design", "flow")
    options.set("topology", "single")
    try change(&options)
    return options
  }

  private func plans(
    _ change: (inout OptionTexts) throws -> Void = { _ in }
  ) throws -> LoadPlans {
    try LoadPlans(try options(change), catalogue: .standard())
  }

  private func message(_ change: (inout OptionTexts) throws -> Void) -> String {
    do {
      _ = try plans(change)
      return "no error"
    } catch { return "\(error)" }
  }

  // MARK: - The plan

  @Test func `users are divided among worlds, each with a job and a block`() throws {
    let plans = try plans()
    let plan = plans.plans[0]
    let sizes = plan.parts.map(\.size)
    #expect(sizes == [143, 143, 143, 143, 143, 143, 142])
    #expect(plan.traffic.size == 1000)
    let jobs = plans.jobs
    #expect(jobs.count == 7 && Set(jobs.map(\.key)).count == 7 && Set(jobs.map(\.block)).count == 7)
    #expect(jobs[2].key.part.hasSuffix(":world:3/7"))
    #expect(plan.loadText.hasSuffix(":worlds:7"))
    #expect(try JSONDecoder().decode(LoadPlans.self, from: Data(plans.json().utf8)) == plans)
  }

  @Test func `a world has a seed of its own, equal for all designs`() throws {
    let plan = try plans { $0.set("design", "flow,floor") }.plans[0]
    let seeds = plan.scenarios.map { scenario in
      plan.parts.map { plan.seed(for: scenario, round: 0, $0) }
    }
    #expect(seeds[0] == seeds[1] && Set(seeds[0]).count == 7)
    // The number of worlds makes no difference.
    let fewer = try plans { $0.set("worlds", "2") }.plans[0]
    #expect(
      fewer.parts.map { fewer.seed(for: plan.scenarios[0], round: 0, $0) } == Array(seeds[0][..<2]))
  }

  @Test func `users with copies have a store for their world`() throws {
    let plan = try LoadPlan(
      try options {
        $0.set("users", "700")
        $0.set("own")
        $0.remove("topology")
      }, catalogue: .standard())
    #expect(plan.scenarios.map(\.topology) == [.single])
    #expect(plan.scenarios.allSatisfy { $0.features == 100 })
  }

  @Test func `impossible numbers of worlds are refused with a remedy`() throws {
    #expect(
      message { $0.set("worlds", "1001") }
        == "--worlds: must be no more than --users, which is 1000, got 1001")
    #expect(
      message { $0.set("users", "10000000") }
        == "--worlds: must be 10 or more for 10,000,000 users: a world has at most 1,000,000, got 7"
    )
    #expect(
      message { $0.set("own") }
        == "--worlds: must divide --users, which is 1000, so that all worlds have as many copies, got 7"
    )
    #expect(message { $0.remove("virtual") }.contains("--virtual"))
    #expect(message { $0.remove("users") }.contains("--users"))
    #expect(
      message {
        $0.remove("worlds")
        $0.set("users", "100000001")
      }.contains("--worlds partitions them"))
    #expect(
      message {
        $0.remove("virtual")
        $0.remove("worlds")
        $0.set("jobs", "2")
      }.contains("--jobs: must be given with --virtual"))
  }

  @Test func `long worlds are reported by the minute`() throws {
    #expect(try plans { $0.set("duration", "1h") }.plans[0].stepNs == 1_000_000_000)
    #expect(try plans { $0.set("duration", "2h") }.plans[0].stepNs == 60_000_000_000)
    let alone = try plans {
      $0.remove("worlds")
      $0.set("duration", "2h")
    }
    #expect(alone.plans[0].stepNs == 1_000_000_000)
  }

  // MARK: - One world

  @Test func `minutes are sums of seconds`() async throws {
    var scenario = Scenario.sample("app", .single, 3, "flow")
    scenario.distribution = .zipf(exponent: 1)
    let users = UserTraffic(
      .population(count: 200, arrival: .poisson, away: .constant(ns: 9_000_000_000)),
      think: .exponential(meanNs: 2_000_000_000), waits: true, durationNs: 290_000_000_000)
    var request = LoadFixture.request(scenario, .users(users), isVirtual: true)
    let (seconds, minutes) = (
      try await LoadFixture.run(request),
      try await {
        request.stepNs = 60_000_000_000
        return try await LoadFixture.run(request)
      }()
    )
    #expect(seconds.outcome.digest == minutes.outcome.digest && minutes.outcome.isValid)
    #expect(minutes.seconds.count == 5)
    #expect(seconds.seconds.reduce(0) { $0 + $1.completed } == seconds.outcome.result.completed)
    for (index, minute) in minutes.seconds.enumerated() {
      #expect(minute.endNs == UInt64(index + 1) * 60_000_000_000)
      let own = seconds.seconds.filter { ($0.endNs - 1) / 60_000_000_000 == UInt64(index) }
      #expect(own.reduce(0) { $0 + $1.completed } == minute.completed)
    }
    #expect(minutes.seconds.reduce(0) { $0 + $1.completed } == minutes.outcome.result.completed)
  }

  @Test(arguments: [Topology.single, .perFeature])
  func `with copies of their own users end alike in every topology`(topology: Topology) async throws
  {
    var scenario = Scenario.sample("app", topology, 40, "flow")
    scenario.distribution = .zipf(exponent: 1)
    let users = UserTraffic(
      .population(count: 40, arrival: .poisson, away: .constant(ns: 9_000_000_000)),
      think: .exponential(meanNs: 2_000_000_000), waits: true, places: .own,
      durationNs: 120_000_000_000)
    let (outcome, _) = try await LoadFixture.run(
      LoadFixture.request(scenario, .users(users), isVirtual: true))
    #expect(outcome.isValid, "\(outcome.reason ?? "")")
    scenario.topology = .single
    let (single, _) = try await LoadFixture.run(
      LoadFixture.request(scenario, .users(users), isVirtual: true))
    #expect(outcome.digest == single.digest && outcome.result.completed == single.result.completed)
  }
}
