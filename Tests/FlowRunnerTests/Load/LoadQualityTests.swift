import Measurement
import ResultFixtures
import Testing
import Workloads

@testable import FlowFloor
@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// The quality of the times of a load.
@MainActor
struct LoadQualityTests {
  private func times(
    _ response: [UInt64], delay: [UInt64]? = nil
  ) -> ActionLatencies {
    var recorder = ActionLatencyRecorder()
    defer { recorder.deallocate() }
    for (index, ns) in response.enumerated() {
      let late = delay?[index] ?? 0
      recorder.record(intendedNs: 0, startedNs: late, endedNs: ns, freeNs: 0)
    }
    return recorder.latencies
  }

  private func statistics(_ times: ActionLatencies, paused: Int = 0) -> LoadStatistics {
    var statistics = LoadStatistics(times: times)
    statistics.quality.pausedActions = paused
    return statistics
  }

  // MARK: - Which percentile is believed

  // A thousand responses of 1 µs; all delays are below a tenth of that, on it, or above it.
  @Test(arguments: [(99, true), (100, true), (101, false)])
  func `a percentile with a delay of more than a tenth is not trusted`(
    delay: UInt64, isTrusted: Bool
  ) {
    let found = TrustedPercentile(
      statistics(
        times([UInt64](repeating: 1000, count: 1000), delay: .init(repeating: delay, count: 1000))))
    #expect(found.isTrusted(50, of: "response") == isTrusted)
    #expect(found.highest == (isTrusted ? 100 : LoadQuality.noPercentile))
    // The service time excludes delays of the generator before the start.
    #expect(found.isTrusted(99, of: "service"))
  }

  @Test func `one pause affects only the percentiles that it reaches`() {
    // One delay of 10 ms among 10,000 of 10 ns: its mean is above a tenth of the median response.
    var response = [UInt64](repeating: 1000, count: 10_000)
    var delay = [UInt64](repeating: 10, count: 10_000)
    response[5000] = 10_001_000
    delay[5000] = 10_000_000
    let times = times(response, delay: delay)
    #expect((times.generatorDelay.meanNs ?? 0) > 0.1 * 1000)
    let found = TrustedPercentile(statistics(times, paused: 1))
    // Of the ten actions above p99.9 one is a tenth; of the one above p99.99 it is all.
    #expect(found.highest == 99.9)
    #expect(TrustedPercentile(statistics(times, paused: 2)).highest == 99)
    #expect(TrustedPercentile(statistics(times, paused: 500)).highest == 50)
    #expect(TrustedPercentile(statistics(times, paused: 501)).highest == LoadQuality.noPercentile)
  }

  // MARK: - Stalls

  @Test func `actions that queue behind a stall are counted with it`() {
    var log = StallLog(fromNs: 500_000)
    // Served for 1 ms; two came meanwhile, and one long after.
    log.note(intendedNs: 0, startedNs: 0, endedNs: 1_000_000, freeNs: 0)
    log.note(intendedNs: 400_000, startedNs: 1_000_000, endedNs: 1_000_100, freeNs: 1_000_000)
    log.note(intendedNs: 900_000, startedNs: 1_000_100, endedNs: 1_000_200, freeNs: 1_000_100)
    log.note(intendedNs: 5_000_000, startedNs: 5_000_000, endedNs: 5_000_100, freeNs: 1_000_200)
    // The generator itself was late by 499,999 ns, which is no stall, and by 500,000 ns.
    log.note(intendedNs: 6_000_000, startedNs: 6_499_999, endedNs: 6_500_000, freeNs: 5_000_100)
    log.note(intendedNs: 7_000_000, startedNs: 7_500_000, endedNs: 7_500_100, freeNs: 6_500_000)
    #expect(
      log.stalls == [
        Stall(fromNs: 0, toNs: 1_000_000, isInService: true, actions: 3),
        Stall(fromNs: 7_000_000, toNs: 7_500_000, isInService: false, actions: 1),
      ])
  }

  @Test func `a stall is a pause of the machine if the watching thread paused, too`() {
    let stall = Stall(fromNs: 1_000, toNs: 2_001_000, isInService: true, actions: 1)
    func isPause(_ pauses: (UInt64, UInt64)...) -> Bool {
      stall.isPause(pauses.map { Pause(fromNs: $0.0, toNs: $0.1) }, startNs: 10_000)
    }
    #expect(!isPause())
    #expect(isPause((0, 1_011_000)) && !isPause((0, 1_010_999)))
    #expect(isPause((500_000, 1_000_000), (1_200_000, 1_800_000)))
    #expect(!isPause((2_011_000, 9_000_000)))
    // Nothing was being served: the store has no part in it.
    let late = Stall(fromNs: 0, toNs: 1_000_000, isInService: false, actions: 1)
    #expect(late.isPause([], startNs: 0))
  }

  // MARK: - Batches

  @Test(arguments: [1, 64, 128, 129, 1000])
  func `batches stay few, in order, and lose nothing`(slices: Int) {
    var series = BatchSeries()
    for slice in 0..<slices {
      series.append(
        TimedBatch(endNs: UInt64(slice + 1), times: times([UInt64(slice + 1)]), inSystem: slice))
    }
    #expect(series.batches.count <= 128 && series.batches.count >= min(slices, 64))
    #expect(series.batches.last?.endNs == UInt64(slices))
    #expect(series.batches.last?.inSystem == slices - 1)
    #expect(series.times.response.count == slices)
    #expect(series.times.response.maxNs == UInt64(slices))
    let counts = series.batches.dropLast().map(\.times.response.count)
    #expect(Set(counts).count <= 1)
    #expect(zip(series.batches, series.batches.dropFirst()).allSatisfy { $0.endNs < $1.endNs })
  }

  @Test(arguments: [
    (0.5, 50), (1, 50), (2, 32), (4, 16), (10, 8), (60, 2), (64, 1), (86_400, 1),
  ])
  func `slices divide a second, and a load has 64 of them where that is possible`(
    seconds: Double, perSecond: UInt64
  ) {
    let queue = SliceQueue(durationNs: UInt64(seconds * 1e9), isVirtual: true)
    #expect(queue.sliceNs == 1_000_000_000 / perSecond)
    #expect(queue.sliceNs * perSecond == 1_000_000_000)
  }

  // MARK: - Whole loads

  @Test func `a steady queue has intervals around the true percentiles`()
    async throws
  {
    let (outcome, _) = try await LoadFixture.queue(.exponential, utilisation: 0.5, actions: 6e4)
    let found = try #require(outcome.statistics)
    #expect(found.quality.steadiness == LoadQuality.steady)
    // M/M/1 at 50 %: the response is exponential with a mean of 2 ms. Once in 20 loads the truth is
    // outside of 95 %; it is never outside of twice as much.
    for (percent, truthMs) in [(50.0, 2 * 0.693_147), (99, 2 * 4.605_17)] {
      let interval = try #require(found.interval("response", percent))
      let middle = (interval.lowNs + interval.highNs) / 2
      #expect(abs(truthMs * 1e6 - middle) < interval.highNs - interval.lowNs)
      #expect(interval.highNs / interval.lowNs < 1.2)
      #expect(interval.batches >= 8)
    }
    #expect(TrustedPercentile(found).highest == 100)
  }

  @Test func `a queue whose arrivals exceed its services is overloaded, without percentiles`()
    async throws
  {
    let (outcome, _) = try await LoadFixture.queue(.exponential, utilisation: 1.2, actions: 5e4)
    let found = try #require(outcome.statistics)
    #expect(found.quality.isOverloaded)
    #expect(found.intervals.isEmpty)
  }

  @Test func `columns that were not measured are empty`() async throws {
    let (outcome, _) = try await LoadFixture.queue(.constant, utilisation: 0.5, actions: 1000)
    func row(isVirtual: Bool) throws -> LoadRow {
      try #require(
        OutcomeRows(
          runID: "r", seed: 1, scenario: .sample("serve", .single, 1, "floor"), round: 0,
          load: Load(
            try LoadFixture.traffic(rate: 500, seconds: 2),
            service: isVirtual ? ServiceLaw(latency: .constant(ns: 1)) : nil, isVirtual: isVirtual)
        ).loads(.finished(outcome)).first)
    }
    let virtual = try row(isVirtual: true).quality
    #expect(virtual.stalls == nil && virtual.pausedActions == nil && virtual.stalledNs == nil)
    #expect(virtual.pauses == nil && virtual.pausedNs == nil && virtual.steadiness == "steady")
    #expect(try row(isVirtual: false).quality.stalls == 0)
  }

  @Test func `a load with a changing rate has no intervals and no warm-up`() async throws {
    let (outcome, _) = try await LoadFixture.run(
      LoadFixture.request(
        .sample(ServiceWork(.constant, meanNs: 1_000_000).id, .single, 1, "floor"),
        .open(
          try LoadSchedule(
            stages: [RateSegment(durationNs: 100_000_000_000, fromRate: 100, toRate: 300)],
            process: .poisson)), isVirtual: true))
    let found = try #require(outcome.statistics)
    #expect(found.quality.steadiness.isEmpty && found.quality.warmUpNs == nil)
    #expect(found.intervals.isEmpty)
  }
}
