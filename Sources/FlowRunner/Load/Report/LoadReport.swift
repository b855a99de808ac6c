import FlowHarness
import FlowResults
import OrderedCollections
import PlainText
import Workloads

/// The report of a run of `load`, `saturate` or `replay`.
@MainActor
package struct LoadReport: SessionReport {
  let plan: LoadPlans
  /// The results of each load, in the order of the plan.
  let loads: [LoadFindings]
  package let end: SessionEnd

  /// The rows of whole loads.
  var rows: [LoadRow] { loads.flatMap(\.rows) }

  package var isValid: Bool { rows.allSatisfy { $0.isValid == true } }

  /// A Boolean value that indicates whether all thresholds hold.
  package var isMet: Bool { missed.isEmpty }

  /// A Boolean value that indicates whether all thresholds and searches are decided.
  package var isDecided: Bool {
    undecided.isEmpty && loads.flatMap(\.searches).allSatisfy(\.isDecided)
  }

  package var table: String { table(isColoured: StandardOutput.wantsColours) }

  func table(isColoured: Bool) -> String {
    guard !rows.isEmpty else { return Self.noResults }
    guard plan.suite != nil else {
      return loads.map { load in
        load.table(isColoured: isColoured)
          + (load.searches.isEmpty
            ? Self.text([load.plan.load.traffic.description] + LoadFindings.words + load.notes)
            : "")
      }.joined()
    }
    return loads.map { load in
      "\(load.plan.load)\n\n\(load.table(isColoured: isColoured))"
        + (load.notes.isEmpty ? "" : Self.text(load.notes)) + "\n"
    }.joined() + LoadFindings.words.joined(separator: "\n") + "\n"
  }

  private static func text(_ lines: [String]) -> String {
    ([""] + lines).joined(separator: "\n") + "\n"
  }

  private var missed: [String] { lines(\.missed) }

  private var undecided: [String] { lines(\.undecided) }

  private func lines(_ lines: (LoadFindings) -> [String]) -> [String] {
    loads.flatMap { load in
      lines(load).map { plan.suite == nil ? $0 : "\($0) with \(load.plan.load)" }
    }
  }

  /// The warnings, thresholds and the directory, for stderr.
  package var closing: String {
    let count = plan.plans[0].thresholds.count
    let held =
      count > 0 && isMet && isDecided && !rows.isEmpty
      ? [count == 1 ? "the threshold holds" : "all \(count) thresholds hold"] : []
    let unfound = end.isInterrupted ? [] : loads.flatMap(\.searches).compactMap(\.conclusion)
    return end.closing(missed + undecided + held + unfound)
  }

  /// Returns an object for each whole load, with the columns of `loads.csv`.
  package func json() throws -> String { try JSONText.object(JSONText.rows(rows)) }
}

/// The results of one load: a row for each scenario and round.
@MainActor
struct LoadFindings {
  let plan: LoadPlan
  /// The rows of whole loads.
  let rows: [LoadRow]
  /// The rows of their stages, if a load has several.
  let stages: [LoadRow]
  /// The counts of effects, with a service.
  let effects: [EffectRow]
  let searches: [SaturationSearch.Result]

  static let width = 110

  /// Selects the results of a plan.
  init(
    plan: LoadPlan, found: [JobKey: FoundLoad]
  ) {
    self.plan = plan
    searches = SaturationSearch.all(of: plan).map { search in
      var search = search
      while let job = search.next, let load = found[job.key] { search.take(load) }
      return search.result
    }
    let loads =
      searches.isEmpty
      ? plan.scenarios.flatMap { scenario in
        (0..<plan.maxRounds).compactMap {
          found[JobKey(scenario: scenario.id, part: "\(plan.load)", round: $0)]
        }
      } : searches.flatMap { $0.probes.map { FoundLoad(load: $0.row, effects: $0.effects) } }
    rows = loads.map(\.load)
    stages = loads.flatMap(\.stages)
    effects = loads.compactMap(\.effects)
  }

  /// Returns a line for each scenario, or the table of a search.
  func table(isColoured: Bool) -> String {
    searches.isEmpty
      ? loads(isColoured: isColoured)
      : SaturationSearch.table(searches).text(width: Self.width, isColoured: isColoured)
        + SaturationSearch.legend(searches)
  }

  private func loads(isColoured: Bool) -> String {
    var table = TextTable(
      [
        "scenario", "done/s", "dropped", "p50", "p99", "95 % of p99", "p99.9", "max", "service p50",
        "p99",
      ])
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
    let counts = ["  " + label, TextTable.number(row.throughput), TextTable.count(row.dropped)]
    let services = [row.service.p50Ns, row.service.p99Ns].map { TextTable.time($0) }
    guard row.quality.steadiness != LoadQuality.overloaded else {
      return counts + ["overloaded", "–", "–", "–", "–"] + services
    }
    let bounds = row.response.p99
    return counts + [
      response(row.response.p50Ns, 50, row), response(row.response.p99Ns, 99, row),
      TextTable.times(from: bounds.lowNs, to: bounds.highNs),
      response(row.response.p999Ns, 99.9, row), response(row.response.maxNs, 100, row),
    ] + services
  }

  /// Returns a percentile, marked if it is not trusted.
  private func response(_ ns: Double?, _ percent: Double, _ row: LoadRow) -> String {
    guard ns != nil else { return TextTable.time(nil) }
    let isTrusted = row.quality.trustedPercentile.map { percent <= $0 } ?? false
    return TextTable.time(ns) + (isTrusted ? "" : "?")
  }

  /// The explanation of the columns.
  static let words = [
    "p50 … max: response time, from the intended start of an action to the end of all it caused;",
    "?: a tenth or more of it is the generator's delay or a pause of the machine; 95 %: interval of",
    "p99 within the process; service: from the actual start; –: too few actions.",
  ]

  /// Lines about the service, the queue, omissions, and rows that may mislead.
  var notes: [String] {
    var lines: [String] = []
    if let service = plan.load.service {
      lines.append("latency of effects: \(service)")
      lines.append(
        searches.isEmpty
          ? "in flight: mean; cancel: from the cancellation to the end of the effect's work."
          : "in flight: mean; a rate at which more than 1 % of the requests time out does not hold."
      )
    }
    if let line = plan.lineText { lines.append(line) }
    lines += plan.boundToMainActor.map {
      "omitted, because the main actor has no virtual time: \($0)"
    }
    lines += rows.filter { $0.isValid != true }.map { row in
      "invalid: \(row.dimensions.scenario): "
        + [row.invalidReason, row.warning].filter { !$0.isEmpty }.joined(separator: "; ")
    }
    return lines + trusted + warnings
  }

  /// A line about the trusted percentiles.
  private var trusted: [String] {
    let timed = rows.filter { $0.isValid == true && $0.response.p50Ns != nil }
    let counts = Dictionary(grouping: timed) {
      $0.quality.trustedPercentile ?? LoadQuality.noPercentile
    }
    .sorted { $0.key > $1.key }
    guard !counts.isEmpty else { return [] }
    let parts = counts.map { percent, rows in
      let name =
        switch percent {
        case LoadQuality.noPercentile: "at no percentile"
        case 100: "to the maximum"
        default: "up to p\(percent == percent.rounded() ? "\(Int(percent))" : "\(percent)")"
        }
      return counts.count == 1 ? name : "\(rows.count) \(name)"
    }
    return ["trusted response times: \(parts.joined(separator: ", "))"]
  }

  /// A line for each warning about valid loads; one for several that differ only in numbers.
  private var warnings: [String] {
    let doubtful = rows.filter { $0.isValid == true && !$0.warning.isEmpty }
    let kinds = OrderedDictionary(grouping: doubtful) { row in
      row.warning.filter { !$0.isNumber && $0 != "." && $0 != "," }
    }
    return kinds.values.flatMap { alike in
      guard alike.count > 2 else {
        return alike.map { "warning: \($0.dimensions.scenario): \($0.warning)" }
      }
      return [
        "warning: \(alike.count) of \(CountText.text(rows.count, "load")), such as \(alike[0].dimensions.scenario): "
          + "\(alike[0].warning)"
      ]
    }
  }

  /// A line for each threshold that is broken or was not measured.
  var missed: [String] { lines("missed", [.broken, .notMeasured]) }

  /// A line for each undecided threshold.
  var undecided: [String] { lines("undecided", LoadVerdict.undecided) }

  /// The scenarios with an undecided threshold.
  var undecidedScenarios: Set<String> { Set(judged(LoadVerdict.undecided).map(\.scenario)) }

  private func lines(_ word: String, _ verdicts: [LoadVerdict]) -> [String] {
    judged(verdicts).map { threshold, scenario, rows in
      "\(word): \(threshold): \(threshold.found(in: rows)) in \(scenario)"
        + (rows.count == 1 && word == "undecided" ? "; use --rounds-max for more processes" : "")
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
  /// A Boolean value that indicates whether nearly all requests ended; unfinished requests would
  /// hide long times.
  var isSustained: Bool? {
    guard let requested, let timedOut else { return nil }
    return Double(timedOut) <= (1 - LoadRow.sustained) * Double(requested)
  }

  /// Returns a line for each load.
  @MainActor
  static func table(_ rows: [EffectRow], _ block: (EffectRow) -> String) -> TextTable {
    var table = TextTable(
      [
        "effects", "requested", "answered", "failed", "timed out", "cancelled", "in flight", "max",
        "cancel p99", "bytes each",
      ])
    var last: String?
    for row in rows {
      if block(row) != last {
        last = block(row)
        table.add([block(row)])
      }
      let counts = [row.requested, row.answered, row.failed, row.timedOut, row.cancelled]
      table.add(
        ["  " + row.dimensions.design] + counts.map { TextTable.count($0) } + [
          TextTable.number(row.meanInFlight), TextTable.count(row.maxInFlight),
          TextTable.time(row.cancellationP99Ns), TextTable.number(row.bytesInFlight),
        ], row.isValid == true ? .plain : .invalid)
    }
    return table
  }
}
