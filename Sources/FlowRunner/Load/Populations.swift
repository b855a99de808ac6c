import FlowHarness
import FlowResults
import Measurement
import Workloads

/// The worlds of each load put together: counts and histograms add up, and digests are combined, in
/// whatever order the worlds were driven, and on whatever machines.
@MainActor
struct Populations {
  /// One for each scenario and round of which every world is there.
  private(set) var rows: [PopulationRow] = []
  /// The same as loads, under the name of the whole load.
  private(set) var loads: [JobKey: FoundLoad] = [:]

  /// From what is on disk.
  ///
  /// - Parameter found: The load of each world.
  /// - Throws: What reading the histograms throws.
  init(_ plans: [LoadPlan], _ found: [JobKey: FoundLoad], in folder: ResultsFolder) throws {
    self.init(
      plans, found, Dictionary(grouping: try folder.rows(HistogramRow.self)) { $0.job })
  }

  /// From what each world has found.
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
          var population = Population(
            plan, first.load.process, worlds, keys.map { histograms[$0] ?? [] })
          population.row.round = round
          rows.append(population.row)
          let key = JobKey(scenario: scenario.id, part: plan.loadText, round: round)
          loads[key] = population.found
        }
      }
    }
  }
}

/// The worlds of one load.
private struct Population {
  var row: PopulationRow
  /// As a load.
  private(set) var found: FoundLoad

  init(
    _ plan: LoadPlan, _ process: LoadProcess, _ worlds: [FoundLoad], _ histograms: [[HistogramRow]]
  ) {
    var whole = process
    whole.load = plan.loadText
    whole.dimensions.senders = plan.traffic.size
    row = PopulationRow(of: whole)
    found = FoundLoad(load: LoadRow(of: whole))
    let loads = worlds.map(\.load)
    addCounts(loads)
    judge(loads)
    addTimes(histograms)
    addEffects(worlds.compactMap(\.effects), of: loads.count)
  }

  private mutating func addCounts(_ loads: [LoadRow]) {
    var load = found.load
    load.seed = loads[0].seed
    load.durationNs = loads[0].durationNs
    load.offered = Self.sum(loads.map(\.offered))
    load.completed = Self.sum(loads.map(\.completed))
    load.dropped = Self.sum(loads.map(\.dropped))
    load.abandoned = Self.sum(loads.map(\.abandoned))
    // They live at the same time.
    load.throughput = Self.sum(loads.map(\.throughput))
    load.digest = Self.digest(of: loads.map(\.digest))
    found.load = load
    row.worlds = loads.count
    row.offered = load.offered
    row.completed = load.completed
    row.dropped = load.dropped
    row.abandoned = load.abandoned
    row.throughput = load.throughput
    row.digest = load.digest
    row.completedSpread = .init(loads.map { $0.completed.map { Double($0) } })
  }

  /// Names the first world that is invalid, or has a warning.
  private mutating func judge(_ loads: [LoadRow]) {
    func named(_ indices: [Int], _ text: (LoadRow) -> String, _ what: String) -> String {
      guard let first = indices.first else { return "" }
      return "world \(first + 1): \(text(loads[first]))"
        + (indices.count > 1 ? "; \(indices.count) of \(loads.count) worlds \(what)" : "")
    }
    let invalid = loads.indices.filter { loads[$0].isValid != true }
    found.load.isValid = invalid.isEmpty
    found.load.invalidReason = named(invalid, { $0.invalidReason }, "are invalid")
    let warned = loads.indices.filter { !loads[$0].warning.isEmpty }
    found.load.warning = named(warned, { $0.warning }, "have warnings")
    row.isValid = invalid.isEmpty
  }

  private mutating func addTimes(_ rows: [[HistogramRow]]) {
    let responses = Self.histograms("response", rows)
    found.load.response = LoadRow.Times(Self.sum(responses))
    found.load.service = LoadRow.Times(Self.sum(Self.histograms("service", rows)))
    found.load.queueing = LoadRow.Times(Self.sum(Self.histograms("queueing", rows)))
    row.response = found.load.response
    let p99 = responses.map { $0.knownPercentileNs(99) }
    row.p50Spread = .init(responses.map { $0.knownPercentileNs(50) })
    row.p99Spread = .init(p99)
    row.slowestWorld = row.p99Spread.most.flatMap { most in p99.firstIndex(of: most) }.map {
      $0 + 1
    }
  }

  private mutating func addEffects(_ effects: [EffectRow], of count: Int) {
    guard effects.count == count else { return }
    row.requested = Self.sum(effects.map(\.requested))
    row.answered = Self.sum(effects.map(\.answered))
    row.failed = Self.sum(effects.map(\.failed))
    row.timedOut = Self.sum(effects.map(\.timedOut))
    row.cancelled = Self.sum(effects.map(\.cancelled))
    row.reneged = Self.sum(effects.map(\.reneged))
  }

  /// The sum; `nil` where a world has none.
  private static func sum<Value: AdditiveArithmetic>(_ values: [Value?]) -> Value? {
    values.reduce(Value.zero) { sum, value in sum.flatMap { sum in value.map { sum + $0 } } }
  }

  private static func sum(_ histograms: [LatencyHistogram]) -> LatencyHistogram {
    histograms.reduce(into: LatencyHistogram()) { $0.add($1) }
  }

  /// The histogram of each world; none where one of them cannot be read.
  private static func histograms(_ time: String, _ rows: [[HistogramRow]]) -> [LatencyHistogram] {
    let all = rows.compactMap { rows in
      rows.first { $0.time == time }.map(\.histogram) ?? LatencyHistogram()
    }
    return all.count == rows.count ? all : []
  }

  /// One of all, in which each is mixed with the number of its world before they are added.
  private static func digest(of digests: [String]) -> String {
    let sum = digests.enumerated().reduce(0 as UInt64) { sum, part in
      sum &+ splitSeed(UInt64(part.element, radix: 16) ?? 0, "world:\(part.offset + 1)")
    }
    return String(sum, radix: 16)
  }
}

/// All worlds of a load together, in one round of one scenario.
struct PopulationRow: LoadProcessRow, Equatable {
  /// The least and the most of the worlds.
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

  var process = LoadProcess()
  var worlds: Int?
  var offered: Int?
  var completed: Int?
  var dropped: Int?
  var abandoned: Int?
  var throughput: Double?
  var digest = ""
  var isValid: Bool?
  var response = LoadRow.Times(LatencyHistogram())
  var completedSpread = Spread()
  var p50Spread = Spread()
  var p99Spread = Spread()
  var slowestWorld: Int?
  var requested: Int?
  var answered: Int?
  var failed: Int?
  var timedOut: Int?
  var cancelled: Int?
  var reneged: Int?

  static let fileName = "populations.csv"

  static let columns: [ResultColumn<PopulationRow>] =
    LoadProcess.columns(\.process, load: "The load of all worlds together.") + [
      .integer("worlds", \.worlds, "Worlds; each has a row of `loads.csv`."),
      .integer("offered_total", \.offered, "Actions that arrived, in all worlds."),
      .integer("completed_total", \.completed, "Actions that were completed."),
      .integer("dropped_total", \.dropped, "Actions that found the queue full."),
      .integer("abandoned_total", \.abandoned, "Actions not completed at the end."),
      .number(
        "completed_per_second", \.throughput,
        "Completed actions per second of virtual time."),
      .text(
        "digest", \.digest, "Digest of the worlds' digests, independent of their order."),
      .flag("valid", \.isValid, "True if every world is valid."),
      .integer(
        "least_completed", \.completedSpread.leastCount,
        "Smallest and largest number of completed actions of a world."
      ),
      .integer(
        "most_completed", \.completedSpread.mostCount,
        "Smallest and largest number of completed actions of a world."),
      .number("response_mean_ns", \.response.meanNs, "Response time over all worlds."),
      .number(
        "response_p50_ns", \.response.p50Ns,
        "Response time over all worlds."),
      .number("response_p99_ns", \.response.p99Ns, "Response time over all worlds."),
      .number("response_max_ns", \.response.maxNs, "Response time over all worlds."),
      .number(
        "least_response_p50_ns", \.p50Spread.least, "Smallest and largest percentile of a world."),
      .number(
        "most_response_p50_ns", \.p50Spread.most, "Smallest and largest percentile of a world."),
      .number(
        "least_response_p99_ns", \.p99Spread.least, "Smallest and largest percentile of a world."),
      .number(
        "most_response_p99_ns", \.p99Spread.most, "Smallest and largest percentile of a world."),
      .integer("slowest_world", \.slowestWorld, "World with the largest response p99, from 1."),
      .integer("requested_total", \.requested, "Requests of all worlds, as in `effects.csv`."),
      .integer("answered_total", \.answered, "Requests of all worlds, as in `effects.csv`."),
      .integer("failed_total", \.failed, "Requests of all worlds, as in `effects.csv`."),
      .integer("timed_out_total", \.timedOut, "Requests of all worlds, as in `effects.csv`."),
      .integer("cancelled_total", \.cancelled, "Requests of all worlds, as in `effects.csv`."),
      .integer("reneged_total", \.reneged, "Requests of all worlds, as in `effects.csv`."),
    ]
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

/// One of the four times of a world, with all its classes: what histograms of several worlds are
/// added from.
struct HistogramRow: LoadProcessRow, Equatable {
  var process = LoadProcess()
  var time = ""
  var count: Int?
  var sumNs: Double?
  var classes = ""

  static let fileName = "histograms.csv"

  static let columns: [ResultColumn<HistogramRow>] =
    LoadProcess.columns(\.process) + [
      .text("time", \.time, "The time, as in `latency.csv`."),
      .integer("times_total", \.count, "Timed actions."),
      .number("sum_ns", \.sumNs, "Sum of their times."),
      .text(
        "classes", \.classes,
        "Upper end and count of each class, as `1023:5 2047:1`."),
    ]

  /// What it says; `nil` where the file was changed.
  var histogram: LatencyHistogram? {
    let histogram = LatencyHistogram(text: classes, sumNs: sumNs ?? 0)
    return histogram?.count == count ? histogram : nil
  }

  /// Takes a histogram down.
  mutating func fill(_ histogram: LatencyHistogram) {
    count = histogram.count
    sumNs = histogram.sumNs
    classes = histogram.text
  }
}
