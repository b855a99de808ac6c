import Measurement
import PublishedDesigns
import ResultFixtures
import Testing
import Workloads

@testable import FlowFloor
@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// Whole loads past the knee, in virtual time: a store that takes 1 ms for each action, so that the time
/// in which its queue drains is known.
@MainActor
struct RecoveryTests {
  private func run(
    rate: Double, seconds: Double, _ process: ArrivalProcess, _ shape: LoadShape,
    maxQueue: Int? = nil
  ) async throws -> (outcome: LoadOutcome, rows: [LoadRow]) {
    let scenario = Scenario.sample(
      ServiceWork(.constant, meanNs: 1_000_000).id, .single, 1, "floor")
    let traffic = try LoadFixture.traffic(
      rate: rate, seconds: seconds, process, shape: shape)
    let (outcome, _) = try await LoadFixture.run(
      LoadFixture.request(scenario, traffic, maxQueue: maxQueue, isVirtual: true))
    let rows = OutcomeRows(
      runID: "r", seed: 1, scenario: scenario, round: 0, traffic: traffic, maxQueue: maxQueue)
    return (outcome, rows.loads(.finished(outcome)))
  }

  // 500 a second of the 1000 that are served; for 10 s 2000, so that 10,000 wait at the end of the
  // spike, of whom 500 a second are worked off beside those who come.
  @Test func `recovery takes as long as the queue needs to drain`() async throws {
    let (_, rows) = try await run(
      rate: 500, seconds: 100, .constant, .spike(factor: 4, share: 0.1))
    let change = try #require(rows.first?.change)
    #expect(change.spikeStartNs == 30_000_000_000 && change.spikeEndNs == 40_000_000_000)
    let recoveryNs = try #require(change.recoveryNs)
    let windowNs = try #require(change.recoveryWindowNs)
    #expect(windowNs <= 1_000_000_000)
    #expect((0...windowNs).contains(recoveryNs - 20_000_000_000), "\(recoveryNs)")
    #expect(change.recoveryNote.isEmpty)
    // Of the stages none is the whole load; the last has the rate of the first.
    #expect(
      rows.dropFirst().allSatisfy { $0.change.spikeEndNs == nil && $0.change.recoveryNs == nil })
    #expect(rows.last?.change.upStage == 0)
  }

  @Test func `recovery with random arrivals is the same except for scatter`() async throws {
    let (_, rows) = try await run(
      rate: 500, seconds: 100, .poisson, .spike(factor: 4, share: 0.1))
    let recoveryNs = try #require(rows.first?.change.recoveryNs)
    #expect((18.0...22).contains(Double(recoveryNs) / 1e9), "\(recoveryNs)")
  }

  // As much as is served, and not more: the queue has one in it at any time.
  @Test(arguments: [(2.0, true), (20, false)])
  func `recovery ends when the queue drains in time`(
    factor: Double, isBack: Bool
  ) async throws {
    let (_, rows) = try await run(
      rate: 500, seconds: 100, .constant, .spike(factor: factor, share: 0.1))
    let change = try #require(rows.first?.change)
    #expect((change.recoveryNs != nil) == isBack)
    #expect(change.recoveryNote == (isBack ? "" : "not back by the end"))
    if isBack { #expect(change.recoveryNs == 0) }
  }

  @Test func `a bounded queue drops actions and recovers immediately`() async throws {
    let (outcome, rows) = try await run(
      rate: 500, seconds: 100, .constant, .spike(factor: 4, share: 0.1), maxQueue: 20)
    let change = try #require(rows.first?.change)
    // Twenty wait at most, for 20 ms.
    #expect(try #require(change.recoveryNs) <= (change.recoveryWindowNs ?? 0))
    #expect(abs(outcome.result.dropped - 10_000) < 100)
  }

  @Test func `a base needs enough actions before the spike`() async throws {
    let (_, rows) = try await run(
      rate: 10, seconds: 20, .constant, .spike(factor: 4, share: 0.1))
    let change = try #require(rows.first?.change)
    #expect(change.recoveryNs == nil && change.recoveryNote == "too few actions before the spike")
  }

  // 400, 800, 1200, 800 and 400 a second for 20 s each, of the 1000 that are served: 4000 wait at the top's
  // end and are gone 20 s later. The first of those who come at 800 then waits 4 s, the last nothing,
  // evenly between: the p99 is 3.96 s, against 1 ms on the way up.
  @Test func `coming down is slower than going up while a queue drains`() async throws {
    let (_, rows) = try await run(rate: 1200, seconds: 100, .constant, .stairs(count: 3))
    #expect(rows.first?.change == LoadChange())
    let stages = rows.dropFirst().map(\.change)
    #expect(stages.map(\.upStage) == [nil, nil, nil, 1, 0])
    let ratio = try #require(stages[3].ratio)
    #expect(abs(ratio / 3961 - 1) < 0.01, "\(ratio)")
    #expect(stages[3].differs)
    // Ever fewer wait: there is no interval of what changes all the time.
    #expect(stages[3].ratioLow == nil)
    #expect(abs(try #require(stages[4].ratio) - 1) < 0.01 && !stages[4].differs)
    #expect(stages[4].ratioLow != nil)
  }

  // M/D/1 at 30, 60, 90, 60 and 30 %: nothing is left over from the level before.
  @Test func `coming down equals going up if no queue is left`() async throws {
    try await expectNoHysteresis(seconds: 150)
  }

  func expectNoHysteresis(seconds: Double) async throws {
    let (_, rows) = try await run(rate: 900, seconds: seconds, .poisson, .stairs(count: 3))
    let stages = rows.suffix(2).map(\.change)
    for change in stages {
      let (low, high) = (try #require(change.ratioLow), try #require(change.ratioHigh))
      #expect(low < high && low > 0.5 && high < 2)
      #expect(!change.differs)
    }
  }

  @Test(
    arguments: [
      (1.11, 1.01, 1.3, true), (1.11, 0.99, 1.3, false), (1.09, 1.05, 1.2, false),
      (0.9, 0.8, 0.99, true), (0.9, 0.8, 1.01, false), (0.92, 0.9, 0.95, false),
      (2, nil, nil, true), (1.9, nil, nil, false), (0.5, nil, nil, true),
    ] as [(Double, Double?, Double?, Bool)])
  func `a ratio differs beyond ten per cent and beyond its interval`(
    ratio: Double, low: Double?, high: Double?, differs: Bool
  ) {
    var change = LoadChange()
    (change.ratio, change.ratioLow, change.ratioHigh) = (ratio, low, high)
    #expect(change.differs == differs)
  }
}
