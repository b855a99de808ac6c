import Measurement
import ResultFixtures
import Testing
import Workloads

@testable import FlowFloor
@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// The results of a load on a queue with known waiting times.
@MainActor
struct WaitingTimeTests {
  nonisolated static let queues: [(ServiceWork.Law, Double)] = [
    (.constant, 0.5), (.exponential, 0.5), (.constant, 0.8), (.exponential, 0.8),
  ]

  @Test(arguments: queues)
  func `waiting times agree with theory`(law: ServiceWork.Law, utilisation: Double) async throws {
    let (actions, error) = (6e4, 0.12)
    let (outcome, _) = try await LoadFixture.queue(law, utilisation: utilisation, actions: actions)
    #expect(outcome.isValid, "\(outcome.reason ?? "")")
    let theory = Calibration.QueueTrial(
      law: law, utilisation: utilisation, actions: actions, meanNs: 1_000_000, isVirtual: true)
    let latencies = outcome.result.whole
    let meanMs = try #require(latencies.queueing.meanNs) / 1e6
    let p99Ms = Double(try #require(latencies.queueing.percentileNs(99))) / 1e6
    #expect(abs(meanMs / theory.meanWait - 1) < error)
    #expect(abs(p99Ms / theory.p99Wait - 1) < error)
    // Who could not wait for the store waits for nothing else.
    #expect(latencies.generatorDelay.maxNs == 0)
    let serviceMs = try #require(latencies.service.meanNs) / 1e6
    #expect(abs(serviceMs - 1) < error / 6)
    // The response is the wait and the service.
    let responseMs = try #require(latencies.response.meanNs) / 1e6
    #expect(abs(responseMs - meanMs - serviceMs) < 1e-6)
  }

  // The loss of M/M/1/K is (1 − ρ) ρᴷ / (1 − ρᴷ⁺¹), where K counts the one in service, too; with no
  // room at all it is Erlang's ρ / (1 + ρ), whatever the law of the service.
  nonisolated static let losses: [(ServiceWork.Law, Int, Double, Double)] = [
    (.exponential, 0, 0.8, 0.8 / 1.8), (.constant, 0, 0.8, 0.8 / 1.8),
    (.exponential, 3, 0.9, 0.1 * 0.6561 / (1 - 0.59049)),
  ]

  @Test(arguments: losses)
  func `the dropped share at a full queue is Erlang's`(
    law: ServiceWork.Law, maxQueue: Int, utilisation: Double, share: Double
  ) async throws {
    let (outcome, seconds) = try await LoadFixture.queue(
      law, utilisation: utilisation, actions: 2.5e4, maxQueue: maxQueue)
    #expect(outcome.isValid, "\(outcome.reason ?? "")")
    let tally = outcome.result
    let offered = tally.completed + tally.dropped + tally.abandoned
    #expect(tally.abandoned == 0)
    #expect(abs(Double(tally.dropped) / Double(offered) / share - 1) < 0.08)
    #expect(seconds.map(\.dropped).reduce(0, +) == tally.dropped)
    #expect(seconds.compactMap(\.inSystem).allSatisfy { $0 <= maxQueue + 1 })
  }

  @Test func `a store that is twice too slow falls behind without limit`() async throws {
    let (outcome, seconds) = try await LoadFixture.queue(.constant, utilisation: 2, actions: 20_000)
    // 10 s of arrivals at 2,000 a second, served at 1,000 a second: done after 20 s.
    #expect(abs(Double(outcome.result.endedNs) / 20e9 - 1) < 0.03)
    let tenth = try #require(seconds.first { $0.endNs == 10_000_000_000 })
    #expect(abs(Double(try #require(tenth.inSystem)) - 10_000) < 500)
    #expect(tenth.completed == 1000)
    // The last had waited ten seconds; half of them five.
    let p50 = Double(try #require(outcome.result.whole.response.percentileNs(50)))
    #expect(abs(p50 / 5e9 - 1) < 0.05)
  }

  @Test func `actions that are not served in time are abandoned and counted`() async throws {
    let (outcome, _) = try await LoadFixture.run(
      LoadFixture.request(
        .sample(ServiceWork(.constant, meanNs: 1_000_000).id, .single, 1, "floor"),
        try LoadFixture.traffic(rate: 2000, seconds: 1, .constant), drainNs: 200_000_000,
        isVirtual: true))
    #expect(outcome.isValid)
    #expect(outcome.result.completed == 1200)
    #expect(outcome.result.abandoned == 800)
    var rows = OutcomeRows(
      runID: "r", seed: 1, scenario: .sample("serve", .single, 1, "floor"), round: 0,
      load: Load(try LoadFixture.traffic(rate: 2000, seconds: 1)))
    let row = try #require(rows.loads(.finished(outcome)).first)
    #expect(row.offered == 2000)
    #expect(
      row.warning
        == "overloaded: the queue grows as long as actions arrive; "
        + "800 actions abandoned: the times are of the others")
    // How long these are depends on when the load was ended.
    #expect(row.response.p50Ns == nil && row.queueing.meanNs == nil && row.service.p50Ns != nil)
    // An action takes 1 ms: ten steps of one clock, and nine of another one.
    rows.tickNs = 100_000
    #expect(rows.loads(.finished(outcome)).first?.service.p50Ns != nil)
    rows.tickNs = 112_000
    let coarse = try #require(rows.loads(.finished(outcome)).first)
    #expect(coarse.service.p50Ns == nil && coarse.service.p50.lowNs == nil)
    #expect(coarse.response == row.response)
    #expect(rows.latencies(outcome).allSatisfy { $0.time != "service" || $0.ns == nil })
  }

  @Test func `the known waiting times are those of textbooks`() {
    func trial(_ law: ServiceWork.Law) -> Calibration.QueueTrial {
      Calibration.QueueTrial(
        law: law, utilisation: 0.8, actions: 1, meanNs: 200_000, isVirtual: true)
    }
    // E W = ρ / (1 − ρ) services for M/M/1, and half of it for M/D/1; P(W > t) = ρ e^(−(1 − ρ) t).
    #expect(abs(trial(.exponential).meanWait - 4) < 1e-12)
    #expect(abs(trial(.constant).meanWait - 2) < 1e-12)
    #expect(abs(trial(.exponential).p99Wait - 21.910_133_173_369_41) < 1e-12)
  }

  // M/G/1: the mean wait grows as busy / (1 - busy), at 95 % twenty times as fast as what causes it.
  @Test(arguments: [
    (0.5, false, 0.505), (0.8, false, 4.2 / 5.2), (0.95, false, 19.95 / 20.95),
    (0.95, true, 19.19 / 20.19),
  ])
  func `a calibration accepts disturbances of less than half of the tolerance`(
    utilisation: Double, isVirtual: Bool, busiest: Double
  ) {
    let trial = Calibration.QueueTrial(
      law: .constant, utilisation: utilisation, actions: 1, meanNs: 200_000,
      isVirtual: isVirtual)
    #expect(abs(trial.busiest - busiest) < 1e-9)
  }

  @Test func `one paused load of several does not fail a calibration`() {
    let trial = Calibration.QueueTrial(
      law: .constant, utilisation: 0.5, actions: 1, meanNs: 200_000, isVirtual: false)
    let p99Ns = trial.p99Wait * 200_000
    func isMet(_ shares: [Double]) -> Bool? {
      let times = shares.map { share in
        var times = LoadRow.Times()
        times.meanNs = trial.meanWait * 200_000
        times.p99Ns = p99Ns * share
        return times
      }
      return Calibration.rows(trial, times).last?.isMet
    }
    #expect(isMet([1.104]) == false)
    #expect(isMet([1.104, 1, 1.01]) == true)
    #expect(isMet([1.104, 1.2, 1.01]) == false)
    #expect(isMet([]) == false)
  }
}
