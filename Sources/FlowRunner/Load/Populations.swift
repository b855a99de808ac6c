import FlowHarness
import FlowResults
import Measurement
import Workloads

/// The worlds of each load together: counts and histograms are added and digests combined, in any
/// order.
@MainActor
struct Populations {
  /// A row for each scenario and round with all its worlds.
  private(set) var rows: [PopulationRow] = []
  /// The same rows as loads, by the job of the whole load.
  private(set) var loads: [JobKey: FoundLoad] = [:]

  /// Reads the histograms of the worlds.
  ///
  /// - Parameter found: The load of each world.
  init(_ plans: [LoadPlan], _ found: [JobKey: FoundLoad], in folder: ResultsFolder) throws {
    self.init(
      plans, found, Dictionary(grouping: try folder.rows(HistogramRow.self)) { $0.job })
  }

  init(
    _ plans: [LoadPlan], _ found: [JobKey: FoundLoad], _ histograms: [JobKey: [HistogramRow]]
  ) {
    for plan in plans where plan.worlds != nil {
      for scenario in plan.scenarios {
        for round in 0..<max(plan.rounds, plan.maxRounds) {
          let keys = plan.parts.map { part in
            JobKey(
              scenario: scenario.id, part: LoadPlan.loadText(part, plan.service), round: round)
          }
          let worlds = keys.compactMap { found[$0] }
          guard worlds.count == keys.count, let first = worlds.first else { continue }
          var process = first.load.process
          process.load = plan.loadText
          process.dimensions.senders = plan.traffic.size
          process.round = round
          let row = PopulationRow(process, worlds, keys.map { histograms[$0] ?? [] })
          rows.append(row)
          loads[row.totals.job] = FoundLoad(load: row.totals)
        }
      }
    }
  }
}

/// All worlds of a load, in one round of one scenario.
struct PopulationRow: LoadProcessRow, Equatable {
  /// The minimum and the maximum over the worlds.
  struct Spread: Equatable {
    var least: Double?
    var most: Double?

    init() {}

    init(_ values: [Double?]) {
      let known = values.compactMap { $0 }
      guard known.count == values.count else { return }
      (least, most) = (known.min(), known.max())
    }
  }

  /// The sums, as a load.
  var totals = LoadRow()
  var effects = EffectRow()
  var worlds: Int?
  var completedSpread = Spread()
  var p50Spread = Spread()
  var p99Spread = Spread()
  var slowestWorld: Int?

  var process: LoadProcess {
    get { totals.process }
    set { totals.process = newValue }
  }

  static let fileName = "populations.csv"

  private static let summedLoads = "As in `loads.csv`, summed over all worlds."
  private static let summedEffects = "As in `effects.csv`, summed over all worlds."
  private static let ofHistograms = "As in `loads.csv`, from the sum of the worlds' histograms."
  private static let spread = "Minimum or maximum of the worlds' percentiles."
  private static let completedSpreadMeaning = "Minimum or maximum of a world's completed actions."

  static let columns: [ResultColumn<PopulationRow>] =
    LoadProcess.columns(\.process, load: "The load of all worlds together.") + [
      .integer("worlds", \.worlds, "Worlds; each has a row in `loads.csv`."),
      .integer("offered_total", \.totals.offered, summedLoads),
      .integer("completed_total", \.totals.completed, summedLoads),
      .integer("dropped_total", \.totals.dropped, summedLoads),
      .integer("abandoned_total", \.totals.abandoned, summedLoads),
      .number(
        "completed_per_second", \.totals.throughput,
        "Completed actions per second of the time that all worlds have in common."),
      .text("digest", \.totals.digest, "Sum of the digests of all worlds, in any order."),
      .flag("valid", \.totals.isValid, "True if all worlds are valid."),
      .integer(
        "least_completed", \.completedSpread.leastCount,
        completedSpreadMeaning
      ),
      .integer(
        "most_completed", \.completedSpread.mostCount,
        completedSpreadMeaning),
      .number("response_mean_ns", \.totals.response.meanNs, ofHistograms),
      .number(
        "response_p50_ns", \.totals.response.p50Ns,
        ofHistograms),
      .number("response_p99_ns", \.totals.response.p99Ns, ofHistograms),
      .number("response_max_ns", \.totals.response.maxNs, ofHistograms),
      .number("least_response_p50_ns", \.p50Spread.least, spread),
      .number("most_response_p50_ns", \.p50Spread.most, spread),
      .number(
        "least_response_p99_ns", \.p99Spread.least, spread),
      .number("most_response_p99_ns", \.p99Spread.most, spread),
      .integer(
        "slowest_world", \.slowestWorld, "Number of the world with the maximum p99, from 1."),
      .integer("requested_total", \.effects.requested, summedEffects),
      .integer("answered_total", \.effects.answered, summedEffects),
      .integer("failed_total", \.effects.failed, summedEffects),
      .integer("timed_out_total", \.effects.timedOut, summedEffects),
      .integer("cancelled_total", \.effects.cancelled, summedEffects),
      .integer("reneged_total", \.effects.reneged, summedEffects),
    ]
}

extension PopulationRow {
  /// Adds up the worlds of a load.
  ///
  /// - Parameter histograms: The histograms of each world; empty without times.
  fileprivate init(
    _ process: LoadProcess, _ worlds: [FoundLoad], _ histograms: [[HistogramRow]]
  ) {
    let loads = worlds.map(\.load)
    totals = LoadRow(of: process)
    self.worlds = loads.count
    totals.seed = loads[0].seed
    totals.durationNs = loads[0].durationNs
    totals.offered = Self.sum(loads.map(\.offered))
    totals.completed = Self.sum(loads.map(\.completed))
    totals.dropped = Self.sum(loads.map(\.dropped))
    totals.abandoned = Self.sum(loads.map(\.abandoned))
    // The worlds run at the same time.
    totals.throughput = Self.sum(loads.map(\.throughput))
    totals.digest = Self.digest(of: loads.map(\.digest))
    completedSpread = Spread(loads.map { $0.completed.map { Double($0) } })
    judge(loads)
    addTimes(histograms)
    let all = worlds.compactMap(\.effects)
    guard all.count == loads.count else { return }
    effects.requested = Self.sum(all.map(\.requested))
    effects.answered = Self.sum(all.map(\.answered))
    effects.failed = Self.sum(all.map(\.failed))
    effects.timedOut = Self.sum(all.map(\.timedOut))
    effects.cancelled = Self.sum(all.map(\.cancelled))
    effects.reneged = Self.sum(all.map(\.reneged))
  }

  /// Names the first world that is invalid, and the first with a warning.
  private mutating func judge(_ loads: [LoadRow]) {
    func named(_ indices: [Int], _ text: (LoadRow) -> String, _ predicate: String) -> String {
      guard let first = indices.first else { return "" }
      return "world \(first + 1): \(text(loads[first]))"
        + (indices.count > 1 ? "; \(indices.count) of \(loads.count) worlds \(predicate)" : "")
    }
    let invalid = loads.indices.filter { loads[$0].isValid != true }
    totals.isValid = invalid.isEmpty
    totals.invalidReason = named(invalid, { $0.invalidReason }, "are invalid")
    let warned = loads.indices.filter { !loads[$0].warning.isEmpty }
    totals.warning = named(warned, { $0.warning }, "have warnings")
  }

  private mutating func addTimes(_ rows: [[HistogramRow]]) {
    let responses = Self.histograms("response", rows)
    totals.response = LoadRow.Times(Self.sum(responses))
    totals.service = LoadRow.Times(Self.sum(Self.histograms("service", rows)))
    totals.queueing = LoadRow.Times(Self.sum(Self.histograms("queueing", rows)))
    let p99 = responses.map { $0.knownPercentileNs(99) }
    p50Spread = Spread(responses.map { $0.knownPercentileNs(50) })
    p99Spread = Spread(p99)
    slowestWorld = p99Spread.most.flatMap { most in p99.firstIndex(of: most) }.map { $0 + 1 }
  }

  /// Returns the sum; `nil` if a value is missing.
  private static func sum<Value: AdditiveArithmetic>(_ values: [Value?]) -> Value? {
    values.reduce(Value.zero) { sum, value in sum.flatMap { sum in value.map { sum + $0 } } }
  }

  private static func sum(_ histograms: [LatencyHistogram]) -> LatencyHistogram {
    histograms.reduce(into: LatencyHistogram()) { $0.add($1) }
  }

  /// Returns the histogram of each world; none if one of them cannot be read.
  private static func histograms(_ time: String, _ rows: [[HistogramRow]]) -> [LatencyHistogram] {
    let all = rows.compactMap { rows in
      rows.first { $0.time == time }.map(\.histogram) ?? LatencyHistogram()
    }
    return all.count == rows.count ? all : []
  }

  /// Returns the sum of all digests, each mixed with the number of its world.
  private static func digest(of digests: [String]) -> String {
    let sum = digests.enumerated().reduce(0 as UInt64) { sum, part in
      sum &+ splitSeed(UInt64(part.element, radix: 16) ?? 0, "world:\(part.offset + 1)")
    }
    return String(sum, radix: 16)
  }
}

extension PopulationRow.Spread {
  fileprivate var leastCount: Int? {
    get { least.map { Int($0) } }
    set { least = newValue.map { Double($0) } }
  }

  fileprivate var mostCount: Int? {
    get { most.map { Int($0) } }
    set { most = newValue.map { Double($0) } }
  }
}

/// One of the four times of a world, as a complete histogram for adding.
struct HistogramRow: LoadProcessRow, Equatable {
  var process = LoadProcess()
  var time = ""
  var count: Int?
  var sumNs: Double?
  var classes = ""

  static let fileName = "histograms.csv"

  static let columns: [ResultColumn<HistogramRow>] =
    LoadProcess.columns(\.process) + [
      .text("time", \.time, "One of the four times, as in `latency.csv`."),
      .integer("times_total", \.count, "Timed actions."),
      .number("sum_ns", \.sumNs, "Sum of their times."),
      .text(
        "classes", \.classes,
        "Longest time and count of each class of the histogram, such as `1023:5 2047:1`."),
    ]

  /// The histogram; `nil` if the file was changed.
  var histogram: LatencyHistogram? {
    let histogram = LatencyHistogram(text: classes, sumNs: sumNs ?? 0)
    return histogram?.count == count ? histogram : nil
  }

  mutating func fill(_ histogram: LatencyHistogram) {
    count = histogram.count
    sumNs = histogram.sumNs
    classes = histogram.text
  }
}
