import Measurement
import PublishedDesigns
import ResultFixtures
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// Worlds put together.
@MainActor
struct PopulationsTests {
  private let plan: LoadPlan
  private let keys: [JobKey]

  init() throws {
    var options = OptionTexts()
    options.set("users", "30")
    options.set("worlds", "3")
    options.set("latency", "constant:1ms")
    options.set("virtual")
    options.set("design", "flow")
    options.set("topology", "single")
    let plan = try LoadPlan(options, catalogue: .standard())
    self.plan = plan
    keys = plan.parts.map {
      JobKey(
        scenario: plan.scenarios[0].id, part: LoadPlan.loadText($0, plan.service), round: 0)
    }
  }

  /// Times of a world, all of them drawn by its seed.
  private func times(_ seed: UInt64, count: Int) -> [UInt64] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { _ in random.next() % 50_000_000 }
  }

  private func histogram(_ times: [UInt64]) -> LatencyHistogram {
    var recorder = LatencyRecorder()
    defer { recorder.deallocate() }
    for ns in times { recorder.record(ns: ns) }
    return LatencyHistogram(recorder)
  }

  private func found(
    _ digests: [String] = ["a1", "b2", "c3"], valid: [Bool] = [true, true, true]
  ) -> [JobKey: FoundLoad] {
    let pairs = keys.enumerated().map { index, key -> (JobKey, FoundLoad) in
      var row = LoadRow()
      row.process = LoadProcess(
        runID: "virtual-1", dimensions: Dimensions(plan.scenarios[0]), load: key.part, round: 0)
      row.completed = 1000 + index
      row.offered = 1010 + index
      row.dropped = 10
      row.abandoned = 0
      row.throughput = 5.5
      row.digest = digests[index]
      row.isValid = valid[index]
      if !valid[index] { row.invalidReason = "hung" }
      var effects = EffectRow(of: row.process)
      effects.requested = 100 * (index + 1)
      return (key, FoundLoad(load: row, effects: effects))
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  private func rows(_ lengths: [Int]) -> [JobKey: [HistogramRow]] {
    Dictionary(
      uniqueKeysWithValues: keys.enumerated().map { index, key in
        var row = HistogramRow()
        row.time = "response"
        row.fill(histogram(times(UInt64(index), count: lengths[index])))
        return (key, [row])
      })
  }

  @Test func `counts are added, and percentiles are those of all times`() throws {
    let lengths = [500, 1000, 2000]
    let populations = Populations([plan], found(), rows(lengths))
    let row = try #require(populations.rows.first)
    #expect(populations.rows.count == 1)
    #expect(row.worlds == 3 && row.dimensions.senders == 30 && row.load == plan.loadText)
    #expect(
      row.totals.completed == 3003 && row.totals.offered == 3033 && row.totals.dropped == 30
        && row.totals.abandoned == 0)
    #expect(
      row.totals.throughput == 16.5 && row.totals.isValid == true && row.effects.requested == 600)
    #expect(row.completedSpread.least == 1000 && row.completedSpread.most == 1002)
    let parts = lengths.enumerated().map { times(UInt64($0), count: $1) }
    let all = histogram(parts.flatMap(\.self))
    #expect(row.totals.response.p99Ns == all.knownPercentileNs(99))
    #expect(row.totals.response.p50Ns == all.knownPercentileNs(50))
    #expect(row.totals.response.maxNs == all.maxNs.map { Double($0) })
    let p99 = parts.compactMap { histogram($0).knownPercentileNs(99) }
    #expect(row.p99Spread.least == p99.min() && row.p99Spread.most == p99.max())
    #expect(row.slowestWorld == p99.firstIndex(of: p99.max() ?? 0).map { $0 + 1 })
    let key = JobKey(scenario: plan.scenarios[0].id, part: plan.loadText, round: 0)
    #expect(populations.loads[key]?.load.response.p99Ns == row.totals.response.p99Ns)
    #expect(populations.loads[key]?.load.completed == 3003)
  }

  @Test func `the table has sums, minima and maxima of worlds`() {
    let found = found()
    let populations = Populations([plan], found, rows([500, 1000, 2000]))
    let findings = LoadFindings(
      plan: plan, found: found.merging(populations.loads) { $1 }, populations: populations.rows)
    let table = findings.table(isColoured: false)
    let line = table.split(separator: "\n").first { $0.contains("  flow ") } ?? ""
    let cells = line.split(separator: " ").map(String.init)
    #expect(cells.prefix(6) == ["flow", "30", "3", "3,003", "16.5", "1,000–1,002"], "\(table)")
    #expect(findings.partlyThere.isEmpty)
    #expect(!findings.notes.contains { $0.contains("in flight") })
    // Of a shard some worlds are here.
    let shard = LoadFindings(plan: plan, found: found, populations: [])
    #expect(shard.rows.isEmpty && shard.partlyThere.count == 1)
  }

  @Test func `the digest depends on each world's state, and on no order`() {
    let digest = Populations([plan], found(), [:]).rows[0].totals.digest
    #expect(Populations([plan], found(), [:]).rows[0].totals.digest == digest)
    #expect(Populations([plan], found(["b2", "a1", "c3"]), [:]).rows[0].totals.digest != digest)
    #expect(Populations([plan], found(["a1", "b2", "c4"]), [:]).rows[0].totals.digest != digest)
  }

  @Test func `a missing world makes no population`() {
    var found = found()
    found[keys[1]] = nil
    #expect(Populations([plan], found, [:]).rows.isEmpty)
  }

  @Test func `an invalid world is named and makes the population invalid`() throws {
    let populations = Populations([plan], found(valid: [true, false, false]), [:])
    #expect(populations.rows[0].totals.isValid == false)
    let load = try #require(populations.loads.values.first?.load)
    #expect(load.invalidReason == "world 2: hung; 2 of 3 worlds are invalid")
  }

  @Test func `a changed histogram is not used`() throws {
    var rows = rows([500, 1000, 2000])
    rows[keys[1]]?[0].classes += " 1:5"
    let row = try #require(Populations([plan], found(), rows).rows.first)
    #expect(
      row.totals.response.p99Ns == nil && row.p99Spread.most == nil && row.totals.completed == 3003)
    rows[keys[1]]?[0].classes = ""
    #expect(Populations([plan], found(), rows).rows[0].totals.response.p50Ns == nil)
  }

  @Test func `a histogram is read from its text unchanged`() throws {
    let histogram = histogram(times(9, count: 3000))
    var row = HistogramRow()
    row.fill(histogram)
    #expect(row.histogram == histogram)
    let (text, sum) = (histogram.text, histogram.sumNs)
    #expect(LatencyHistogram(text: text, sumNs: sum) == histogram)
    for broken in ["5", "5:x", "7:1 5:1", "5:1 5:2", "1:2:3", "-1:2"] {
      #expect(LatencyHistogram(text: broken, sumNs: 0) == nil, "\(broken)")
    }
  }
}
