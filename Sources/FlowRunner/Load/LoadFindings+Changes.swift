import FlowHarness
import FlowResults
import OrderedCollections
import PlainText

extension LoadChange {
  /// The ratio of the longer time to the shorter one.
  fileprivate var factor: Double? { ratio.map { max($0, 1 / $0) } }

  /// The minimum factor without an interval: a smaller one may be chance.
  private static let factorWithoutInterval = 2.0

  /// A Boolean value that indicates whether the p99 differs by more than 10 % and by more than
  /// chance.
  var differs: Bool {
    guard let ratio, let factor, factor > 1 + RecoverySearch.share else { return false }
    guard let ratioLow, let ratioHigh else {
      return factor >= Self.factorWithoutInterval
    }
    return ratio > 1 ? ratioLow > 1 : ratioHigh < 1
  }
}

extension LoadFindings {
  /// A line for all recoveries, and one for each load with a rate that differs on the way down.
  var changes: [String] { recoveries + hysteresis }

  private var recoveries: [String] {
    let spiked = rows.filter { $0.isValid == true && $0.change.spikeEndNs != nil }
    guard !spiked.isEmpty else { return [] }
    let parts = spiked.map { "\(name($0)) \(Self.recovery($0.change))" }
    let windows = spiked.compactMap(\.change.recoveryWindowNs)
    let window = windows.max().map { ", to \(TextTable.time(Double($0)))" } ?? ""
    return [
      "recovery from the spike, until p99 is within 10 % of before\(window): "
        + parts.joined(separator: "; ")
    ]
  }

  private static func recovery(_ change: LoadChange) -> String {
    guard let ns = change.recoveryNs else { return change.recoveryNote }
    return ns == 0 ? "immediately" : TextTable.time(Double(ns))
  }

  private var hysteresis: [String] {
    // A spike is reported by its recovery; a p99 that is not trusted says nothing about the store.
    let trusted = Set(
      rows.filter { row in
        row.change.spikeEndNs == nil && (row.quality.trustedPercentile ?? 0) >= 99
      }.map(\.job))
    let differing = stages.filter {
      $0.isValid == true && $0.change.differs && trusted.contains($0.job)
    }
    return OrderedDictionary(grouping: differing) { $0.job }.values.compactMap { rows in
      let worst = rows.max { ($0.change.factor ?? 1) < ($1.change.factor ?? 1) }
      return worst.map { row in
        Self.hysteresis(row, name: name(row))
          + (rows.count > 1 ? "; the largest of \(rows.count) differences" : "")
      }
    }
  }

  private static func hysteresis(_ row: LoadRow, name: String) -> String {
    let isLonger = (row.change.ratio ?? 1) > 1
    return
      "\(name): at \(TextTable.number(row.rate))/s p99 is \(times(row.change.factor)) times as long "
      + (isLonger ? "coming down as going up" : "going up as coming down")
      + (row.change.ratioLow == nil ? " (no interval: too short, or not steady)" : "")
  }

  private static func times(_ factor: Double?) -> String {
    let ratio = factor ?? 1
    return ratio < 100 ? "\((ratio * 10).rounded() / 10)" : TextTable.number(ratio)
  }

  /// The part of a row's name that differs between the rows of this load.
  private func name(_ row: LoadRow) -> String {
    let blocks = Set(rows.map { $0.dimensions.scenario.split(separator: "/").dropLast() })
    let scenario = blocks.count > 1 ? row.dimensions.scenario : row.dimensions.design
    return scenario + (plan.rounds > 1 ? " #\(row.round ?? 0)" : "")
  }
}

extension LoadFindings {
  /// Returns a line for each scenario with all its worlds.
  func worlds(isColoured: Bool) -> String {
    let isTimed = plan.service != nil
    var table = TextTable(
      ["scenario", "users", "worlds", "actions", "a second", "of a world"]
        + (isTimed ? ["p50", "of a world", "p99", "of a world"] : ["digest"]))
    for (block, rows) in OrderedDictionary(grouping: populations, by: { block($0.dimensions) }) {
      table.add([block])
      for row in rows {
        table.add(cells(row, isTimed: isTimed), row.totals.isValid == true ? .plain : .invalid)
      }
    }
    return table.text(width: Self.width, isColoured: isColoured)
  }

  /// A line for a shard, or an interrupted run, that lacks worlds.
  var partlyThere: [String] {
    let wanted = plan.scenarios.count * plan.rounds
    guard plan.worlds != nil, populations.count < wanted else { return [] }
    return [
      "all worlds of \(populations.count) of \(CountText.text(wanted, "scenario")) are complete; the others "
        + "have rows in loads.csv, and 'merge' joins shards"
    ]
  }

  private func cells(_ row: PopulationRow, isTimed: Bool) -> [String] {
    let label = row.dimensions.design + (plan.rounds > 1 ? " #\(row.round ?? 0)" : "")
    let counts = [
      "  " + label, TextTable.count(row.dimensions.senders), TextTable.count(row.worlds),
      TextTable.count(row.totals.completed), TextTable.number(row.totals.throughput),
      TextTable.count(row.completedSpread.least.map { Int($0) }) + "–"
        + TextTable.count(row.completedSpread.most.map { Int($0) }),
    ]
    guard row.totals.isValid == true else { return counts + ["invalid"] }
    guard isTimed else { return counts + [row.totals.digest] }
    return counts + [
      TextTable.time(row.totals.response.p50Ns),
      TextTable.times(from: row.p50Spread.least, to: row.p50Spread.most),
      TextTable.time(row.totals.response.p99Ns),
      TextTable.times(from: row.p99Spread.least, to: row.p99Spread.most),
    ]
  }

  static let wordsOfWorlds = [
    "a second: of simulated time; of a world: minimum and maximum; digest: of all worlds, equal for all",
    "designs and topologies; p50, p99: response time, from the sum of all histograms.",
  ]
}
