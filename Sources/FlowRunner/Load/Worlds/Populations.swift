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
