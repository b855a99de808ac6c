import FlowHarness
import FlowResults
import OrderedCollections
import PlainText
import Workloads

/// What one load has found: a row for each of its scenarios and rounds.
@MainActor
struct LoadFindings {
  let plan: LoadPlan
  /// The whole loads.
  let rows: [LoadRow]
  /// Stages of these, where a load has several.
  let stages: [LoadRow]
  /// What became of effects that took time.
  let effects: [EffectRow]
  /// The searches for a highest rate.
  let searches: [SaturationSearch.Result]
  /// The worlds of each scenario and round together, where there are some.
  let populations: [PopulationRow]
  /// The designs that several workers can send to.
  private let shared: [String: SharedDesign]

  static let width = 110

  /// From what is on disk.
  init(
    plan: LoadPlan, found: [JobKey: FoundLoad], populations: [PopulationRow] = [],
    shared: [String: SharedDesign] = [:]
  ) {
    self.plan = plan
    self.populations = populations.filter { $0.load == plan.loadText }
    self.shared = shared
    searches = SaturationSearch.all(of: plan).map { search in
      var search = search
      while let job = search.next, let load = found[job.key] { search.take(load) }
      return search.result
    }
    let loads =
      searches.isEmpty
      ? plan.scenarios.flatMap { scenario in
        (0..<plan.maxRounds).compactMap {
          found[JobKey(scenario: scenario.id, part: plan.loadText, round: $0)]
        }
      } : searches.flatMap { $0.probes.map { FoundLoad(load: $0.row, effects: $0.effects) } }
    rows = loads.map(\.load)
    stages = loads.flatMap(\.stages)
    effects = loads.compactMap(\.effects)
  }

  /// A line for each scenario; a search's own table.
  func table(isColoured: Bool) -> String {
    guard plan.worlds == nil else { return worlds(isColoured: isColoured) }
    return searches.isEmpty
      ? loads(isColoured: isColoured)
      : SaturationSearch.table(searches).text(width: Self.width, isColoured: isColoured)
        + SaturationSearch.legend + workers.map { $0 + "\n" }.joined()
  }

  private func loads(isColoured: Bool) -> String {
    // Of workers nobody is turned away.
    var table = TextTable(
      ["scenario", "done/s"] + (hasWorkers ? ["fairness", "p99 of each"] : ["dropped"])
        + ["p50", "p99", "95 % of p99", "p99.9"] + (hasWorkers ? [] : ["max"])
        + ["service p50", "p99"])
    let groups = OrderedDictionary(grouping: rows) { block($0.dimensions) }
    for (block, rows) in groups {
      table.add([block])
      for row in rows { table.add(cells(row), row.isValid == true ? .plain : .invalid) }
    }
    return table.text(width: Self.width, isColoured: isColoured) + effectTable(isColoured)
  }

  func block(_ dimensions: Dimensions) -> String {
    plan.scenarios.first { $0.id == dimensions.scenario }?.block ?? ""
  }

  private func effectTable(_ isColoured: Bool) -> String {
    guard !effects.isEmpty else { return "" }
    return "\n"
      + EffectRow.table(effects) { block($0.dimensions) }
      .text(width: Self.width, isColoured: isColoured)
  }

  private func cells(_ row: LoadRow) -> [String] {
    let label = row.dimensions.design + (plan.rounds > 1 ? " #\(row.round ?? 0)" : "")
    guard row.isValid == true else { return ["  " + label, "invalid"] }
    let shares =
      hasWorkers
      ? [
        TextTable.number(row.fairness.index),
        TextTable.times(from: row.fairness.minP99Ns, to: row.fairness.maxP99Ns),
      ] : [TextTable.count(row.dropped)]
    let counts = ["  " + label, TextTable.number(row.throughput)] + shares
    let services = [row.service.p50Ns, row.service.p99Ns].map { TextTable.time($0) }
    guard row.quality.steadiness != LoadQuality.overloaded else {
      return counts + ["overloaded", "–", "–", "–"] + (hasWorkers ? [] : ["–"]) + services
    }
    let bounds = row.response.p99
    return counts + [
      response(row.response.p50Ns, 50, row), response(row.response.p99Ns, 99, row),
      TextTable.times(from: bounds.lowNs, to: bounds.highNs),
      response(row.response.p999Ns, 99.9, row),
    ] + (hasWorkers ? [] : [response(row.response.maxNs, 100, row)]) + services
  }

  /// A percentile of the response, marked where it is not to be believed.
  private func response(_ ns: Double?, _ percent: Double, _ row: LoadRow) -> String {
    guard ns != nil else { return TextTable.time(nil) }
    let isTrusted = row.quality.trustedPercentile.map { percent <= $0 } ?? false
    return TextTable.time(ns) + (isTrusted ? "" : "?")
  }

  /// What explains the columns.
  var words: [String] { plan.worlds == nil ? Self.words : Self.wordsOfWorlds }

  /// What explains the columns of loads that are not parted into worlds, the same for all.
  static let words = [
    "p50 … max: response, from the instant an action was meant to come to the end of all it caused;",
    "?: a tenth of it or more is the generator's own delay, or pauses of the machine; 95 %: interval",
    "of p99 inside the process; service: from an action's start; –: too few actions to know.",
  ]

  /// What is to know of the effects, of the line, of what was left out, and of rows that are not to
  /// be believed.
  var notes: [String] {
    var lines: [String] = []
    if let service = plan.service {
      lines.append("effects take: \(service)")
      // Of worlds there is no table of effects.
      if plan.worlds == nil {
        lines.append(
          searches.isEmpty
            ? "in flight: on average; cancel: until a cancelled effect's work had ended."
            : "in flight: on average; where more than 1 % of the requests time out no rate holds.")
      }
    }
    if let line = plan.lineText { lines.append(line) }
    lines += workers + partlyThere
    lines += plan.boundToMainActor.map { "without virtual time, bound to the main actor: \($0)" }
    lines += rows.filter { $0.isValid != true }.map { row in
      "invalid: \(row.dimensions.scenario): "
        + [row.invalidReason, row.warning].filter { !$0.isEmpty }.joined(separator: "; ")
    }
    return lines + changes + trusted + warnings
  }

  private var hasWorkers: Bool { plan.traffic.workers != nil }

  /// What is to know of the workers.
  private var workers: [String] {
    guard hasWorkers else { return [] }
    let share =
      "fairness: Jain's index of the share of its actions that each worker had done by the end"
    let spread = "of the schedule, 1: all alike"
    let shortest = "; p99 of each: of the worker with the shortest, and with the longest"
    return [share, spread + (searches.isEmpty ? shortest : "") + "."]
      + OrderedSet(rows.map(\.dimensions.design)).compactMap { id in
        shared[id].map { "\(id): \($0.summary)" }
      }
  }

  /// Up to which percentile the loads are to be believed on this machine.
  private var trusted: [String] {
    let timed = rows.filter { $0.isValid == true && $0.response.p50Ns != nil }
    let counts = Dictionary(grouping: timed) { $0.quality.trustedPercentile ?? 0 }
      .sorted { $0.key > $1.key }
    guard !counts.isEmpty else { return [] }
    let parts = counts.map { percent, rows in
      let name =
        switch percent {
        case 0: "nowhere"
        case 100: "to the maximum"
        default: "up to p\(percent == percent.rounded() ? "\(Int(percent))" : "\(percent)")"
        }
      return counts.count == 1 ? name : "\(rows.count) \(name)"
    }
    return ["response times are the store's: \(parts.joined(separator: ", "))"]
  }

  /// A line for each warning about valid loads; one for many that differ in their numbers alone.
  private var warnings: [String] {
    let doubtful = rows.filter { $0.isValid == true && !$0.warning.isEmpty }
    let kinds = OrderedDictionary(grouping: doubtful) { row in
      row.warning.filter { !$0.isNumber && $0 != "." && $0 != "," }
    }
    return kinds.values.flatMap { alike in
      guard alike.count > 2 else {
        return alike.map { "doubtful: \($0.dimensions.scenario): \($0.warning)" }
      }
      return [
        "doubtful: \(alike.count) of \(CountText.text(rows.count, "load")), such as \(alike[0].dimensions.scenario): "
          + "\(alike[0].warning)"
      ]
    }
  }

  /// A line for each threshold that does not hold, and for each that nothing is known about.
  var missed: [String] { lines("missed", [.broken, .notMeasured]) }

  /// A line for each threshold that neither holds nor does not.
  var undecided: [String] { lines("undecided", [.inconclusive]) }

  /// The scenarios of which a threshold is not decided.
  var undecidedScenarios: Set<String> { Set(judged([.inconclusive]).map(\.scenario)) }

  private func lines(_ word: String, _ verdicts: [LoadVerdict]) -> [String] {
    judged(verdicts).map { threshold, scenario, rows in
      "\(word): \(threshold): \(threshold.found(in: rows)) in \(scenario)"
        + (rows.count == 1 && word == "undecided" ? "; one process is one draw: --rounds-max" : "")
    }
  }

  private func judged(
    _ verdicts: [LoadVerdict]
  ) -> [(threshold: LoadThreshold, scenario: String, rows: [LoadRow])] {
    let groups = OrderedDictionary(grouping: rows) { $0.dimensions.scenario }
    return plan.thresholds.flatMap { threshold in
      groups.compactMap { scenario, rows in
        verdicts.contains(threshold.verdict(of: rows)) ? (threshold, scenario, rows) : nil
      }
    }
  }
}

extension EffectRow {
  /// Whether hardly any request was given up or taken back: that hides how long it would have taken.
  var isSustained: Bool? {
    guard let requested, let timedOut else { return nil }
    return Double(timedOut + (reneged ?? 0)) <= (1 - LoadRow.sustained) * Double(requested)
  }

  /// A line for each load.
  @MainActor
  static func table(_ rows: [EffectRow], _ block: (EffectRow) -> String) -> TextTable {
    // A column of its own where somebody may lose patience.
    let hasPatience = rows.contains { $0.reneged != nil }
    var table = TextTable(
      ["effects", "requested", "answered", "failed", "timed out"]
        + (hasPatience ? ["reneged"] : [])
        + ["cancelled", "in flight", "max", "cancel p99", "bytes each"])
    var last: String?
    for row in rows {
      if block(row) != last {
        last = block(row)
        table.add([block(row)])
      }
      let counts =
        [row.requested, row.answered, row.failed, row.timedOut]
        + (hasPatience ? [row.reneged] : []) + [row.cancelled]
      table.add(
        ["  " + row.dimensions.design] + counts.map { TextTable.count($0) } + [
          TextTable.number(row.meanInFlight), TextTable.count(row.maxInFlight),
          TextTable.time(row.cancellationP99Ns), TextTable.number(row.bytesInFlight),
        ], row.isValid == true ? .plain : .invalid)
    }
    return table
  }
}
