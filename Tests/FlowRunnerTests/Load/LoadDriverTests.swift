import Measurement
import ResultFixtures
import Testing
import Workloads

@testable import FlowFloor
@testable import FlowHarness
@testable import FlowRunner

@MainActor
struct LoadDriverTests {
  nonisolated static let designs = ConformanceTests.designs

  @Test(arguments: designs)
  func `every design completes every action, in order`(design: String) async throws {
    for topology in [Topology.single, .perFeature] {
      let scenario = Scenario.sample("app", topology, 3, design)
      let (outcome, _) = try await LoadFixture.run(
        LoadFixture.request(
          scenario, try LoadFixture.traffic(rate: 100_000, seconds: 0.01, .constant)))
      #expect(outcome.isValid, "\(scenario.id): \(outcome.reason ?? "")")
      #expect(outcome.result.completed == 1000, "\(scenario.id)")
      #expect(outcome.result.whole.response.count == 1000)
    }
  }

  @Test func `the seconds add up to the whole`() async throws {
    let (outcome, seconds) = try await LoadFixture.queue(
      .exponential, utilisation: 0.7, actions: 7000)
    let tally = outcome.result
    #expect(seconds.map(\.completed).reduce(0, +) == tally.completed)
    #expect(seconds.compactMap(\.offered).reduce(0, +) == tally.completed)
    #expect(seconds.map(\.endNs) == (1...UInt64(seconds.count)).map { $0 * 1_000_000_000 })
    #expect(seconds.last?.inSystem == 0)
    // 700 actions a second; in the last one, which the queue only ends in, hardly any.
    #expect(seconds.dropLast().allSatisfy { $0.p99Ns != nil })
    #expect(seconds.allSatisfy { ($0.p99Ns != nil) == ($0.completed >= 100) })
  }

  @Test func `each stage has the times of the actions that were due in it`() async throws {
    let profile = try RateProfile([
      RateSegment(durationNs: 2_000_000_000, rate: 100),
      RateSegment(durationNs: 1_000_000_000, rate: 900),
    ])
    let (outcome, _) = try await LoadFixture.run(
      LoadFixture.request(
        .sample(ServiceWork(.constant, meanNs: 1_000_000).id, .single, 1, "floor"),
        .open(LoadSchedule(profile: profile, process: .constant, name: "two")),
        isVirtual: true))
    #expect(outcome.result.stages.map(\.response.count) == [200, 900])
    #expect(outcome.result.whole.response.count == 1100)
  }

  @Test func `stages with too many segments are reported as one`() throws {
    let many = try LoadSchedule(
      stages: Array(repeating: RateSegment(durationNs: 1_000_000, rate: 10_000), count: 1000),
      process: .constant)
    #expect(many.profile.segments.count == 1000)
    #expect(many.stages.count == 1)
    #expect(abs(many.stages[0].fromRate - many.meanRate) < 1e-6)
    #expect(LoadTraffic.open(many).stageEndsNs == [1_000_000_000])
  }

  // One store that takes 1 ms, ten clients that think 19 ms: the store is never busy for long, and
  // each sends every 20 ms; 500 actions a second.
  @Test func `clients wait for the end and think`() async throws {
    let (outcome, seconds) = try await LoadFixture.run(
      LoadFixture.request(
        .sample(ServiceWork(.constant, meanNs: 1_000_000).id, .single, 1, "floor"),
        .closed(
          clients: 10, think: .constant(ns: 19_000_000), durationNs: 10_000_000_000),
        isVirtual: true))
    #expect(outcome.isValid)
    #expect(abs(outcome.result.completed - 5000) <= 300)
    #expect(outcome.result.dropped == 0 && outcome.result.abandoned == 0)
    #expect(seconds.allSatisfy { $0.offered == nil && $0.inSystem == nil })
    // At first all ten are ready at the same time, then one after the other.
    #expect(outcome.result.whole.response.maxNs == 10_000_000)
  }

  @Test func `a state that differs from the fold's voids the load`() async throws {
    let (outcome, _) = try await LoadFixture.run(
      LoadFixture.request(
        .sample("counter", .single, 1, "flow"),
        try LoadFixture.traffic(rate: 10_000, seconds: 0.01))
    ) { $0.fold.expectedDigests = { $0.map { _ in 0 } } }
    #expect(!outcome.isValid)
    #expect(outcome.reason == "wrong digest: the state differs from the floor's")
  }

  @Test func `the same seed gives the same load in virtual time`() async throws {
    let first = try await LoadFixture.queue(.exponential, utilisation: 0.9, actions: 5000)
    let second = try await LoadFixture.queue(.exponential, utilisation: 0.9, actions: 5000)
    #expect(first.outcome.result == second.outcome.result)
    #expect(first.seconds == second.seconds)
  }
}
