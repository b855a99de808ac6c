import OrderedCollections
import Workloads

/// What a load run says at its end.
@MainActor
public struct LoadReport {
  let plan: LoadPlan
  /// Where the files are.
  let path: String
  /// The whole loads.
  var rows: [LoadRow] = []
  /// What became of effects that took time.
  var effects: [EffectRow] = []
  /// The searches for a highest rate.
  var searches: [SaturationSearch.Result] = []
  var doubts: [EnvironmentDoubt] = []
  /// Whether it was told to stop before its end.
  public internal(set) var isInterrupted = false

  init(plan: LoadPlan, path: String) {
    self.plan = plan
    self.path = path
  }

  /// Whether every load that ran is valid.
  public var isValid: Bool { rows.allSatisfy { $0.isValid == true } }

  /// Whether everything that must hold holds.
  public var isMet: Bool { missed.isEmpty }

  private static let width = 110

  /// A line for each load; a search's own table after them.
  public var table: String { table(isColoured: StandardOutput.wantsColours) }

  func table(isColoured: Bool) -> String {
    searches.isEmpty
      ? loads(isColoured: isColoured)
      : SaturationSearch.table(searches).text(width: Self.width, isColoured: isColoured)
        + SaturationSearch.legend
  }

  private func loads(isColoured: Bool) -> String {
    var table = TextTable([
      "scenario", "done/s", "dropped", "p50", "p99", "p99.9", "max", "service p50", "p99",
      "late p99",
    ])
    let groups = OrderedDictionary(grouping: rows) { block($0.dimensions) }
    for (block, rows) in groups {
      table.add([block])
      for row in rows { table.add(cells(row), row.isValid == true ? .plain : .invalid) }
    }
    return table.text(width: Self.width, isColoured: isColoured) + effectTable(isColoured)
      + legend
  }

  private func block(_ dimensions: Dimensions) -> String {
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
    return [
      "  " + label, TextTable.number(row.throughput),
      TextTable.number(row.dropped.map(Double.init)),
    ]
      + [
        row.response.p50Ns, row.response.p99Ns, row.response.p999Ns, row.response.greatestNs,
        row.service.p50Ns, row.service.p99Ns, row.lateness.p99Ns,
      ].map { Self.time($0) }
  }

  private var legend: String {
    var lines = [
      "", plan.traffic.description,
      "p50 … max: response, from the instant an action was meant to come to the end of all it caused;",
      "service: from its start; late: how late the generator itself was; –: too few actions to know.",
    ]
    if let service = plan.service {
      lines += [
        "effects take: \(service)",
        "in flight: on average; cancel: until a cancelled effect's work had ended.",
      ]
    }
    lines += plan.immovable.map { "not movable, bound to the main actor: \($0)" }
    lines += rows.filter { !$0.reason.isEmpty }.map { row in
      "\(row.isValid == true ? "doubtful" : "invalid"): \(row.dimensions.scenario): \(row.reason)"
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A line for each threshold that does not hold, and for each that nothing is known about.
  private var missed: [String] {
    plan.thresholds.flatMap { threshold in
      rows.filter { threshold.holds(for: $0) != true }.map { row in
        "missed: \(threshold): \(threshold.found(in: row)) in \(row.dimensions.scenario)"
      }
    }
  }

  /// What is said on stderr: doubts, thresholds, and where the files are.
  public var closing: String {
    let count = plan.thresholds.count
    let held =
      count > 0 && isMet
      ? [count == 1 ? "the threshold holds" : "all \(count) thresholds hold"] : []
    let unfound = searches.filter { $0.highest == nil && !isInterrupted }.map {
      "no rate that was tried keeps \($0.bound): \($0.scenario.id)"
    }
    let end =
      isInterrupted
      ? "interrupted; what was finished is in \(path)" : "results in \(path)"
    return (doubts.map { "doubtful: \($0)" } + missed + held + unfound + [end])
      .map { $0 + "\n" }.joined()
  }

  /// The whole loads as JSON: one object for each row, with the columns of `loads.csv`.
  ///
  /// - Throws: What the encoder throws.
  public func json() throws -> String { try JSONText.object(JSONText.rows(rows)) }

  /// A time with three digits and its unit.
  nonisolated static func time(_ ns: Double?) -> String {
    guard let ns else { return "–" }
    let units: [(Double, String)] = [(1e9, "s"), (1e6, "ms"), (1e3, "µs")]
    let unit = units.first { ns >= $0.0 * 0.9995 } ?? (1, "ns")
    return TextTable.number(ns / unit.0) + " " + unit.1
  }
}
