import FlowHarness
import FlowResults
import OrderedCollections
import PlainText

extension LoadChange {
  /// How many times as long the longer one of both ways is.
  fileprivate var factor: Double? { ratio.map { max($0, 1 / $0) } }

  /// A p99 without an interval is said to differ from this factor on: by less it may be chance.
  private static let factorWithoutInterval = 2.0

  /// Whether coming down differs from going up: by 10 % and by more than chance, or without an interval by
  /// so much that it cannot be chance alone, as where a queue drains.
  var differs: Bool {
    guard let ratio, let factor, factor > 1 + RecoverySearch.share else { return false }
    guard let ratioLow, let ratioHigh else {
      return factor >= Self.factorWithoutInterval
    }
    return ratio > 1 ? ratioLow > 1 : ratioHigh < 1
  }
}

extension LoadFindings {
  /// A line for all recoveries, and one for each rate at which coming down differs from going up.
  var changes: [String] { recoveries + hysteresis }

  private var recoveries: [String] {
    let spiked = rows.filter { $0.isValid == true && $0.change.spikeEndNs != nil }
    guard !spiked.isEmpty else { return [] }
    let parts = spiked.map { "\(name($0)) \(Self.recovery($0.change))" }
    let windows = spiked.compactMap(\.change.recoveryWindowNs)
    let window = windows.max().map { ", to \(TextTable.time(Double($0)))" } ?? ""
    return [
      "after the spike until p99 is back within 10 % of before\(window): "
        + parts.joined(separator: "; ")
    ]
  }

  private static func recovery(_ change: LoadChange) -> String {
    guard let ns = change.recoveryNs else { return change.recoveryNote }
    return ns == 0 ? "at once" : TextTable.time(Double(ns))
  }

  private var hysteresis: [String] {
    // Of a spike the recovery says it; a p99 that is the machine's says nothing of the store.
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
          + (rows.count > 1 ? "; the most of \(rows.count) rates that differ" : "")
      }
    }
  }

  private static func hysteresis(_ row: LoadRow, name: String) -> String {
    let isLonger = (row.change.ratio ?? 1) > 1
    return
      "\(name): at \(TextTable.number(row.rate))/s p99 is \(times(row.change.factor)) times as long "
      + (isLonger ? "coming down as going up" : "going up as coming down")
      + (row.change.ratioLow == nil ? " (too unsteady or too short for an interval)" : "")
  }

  private static func times(_ factor: Double?) -> String {
    let ratio = factor ?? 1
    return ratio < 100 ? "\((ratio * 10).rounded() / 10)" : TextTable.number(ratio)
  }

  /// What tells a row from the others of this load.
  private func name(_ row: LoadRow) -> String {
    let blocks = Set(rows.map { $0.dimensions.scenario.split(separator: "/").dropLast() })
    let scenario = blocks.count > 1 ? row.dimensions.scenario : row.dimensions.design
    return scenario + (plan.rounds > 1 ? " #\(row.round ?? 0)" : "")
  }
}

// What the worlds of a load have come to, together.

extension LoadFindings {
  /// A line for each scenario of which every world is there.
  func worlds(isColoured: Bool) -> String {
    let isTimed = plan.service != nil
    var table = TextTable(
      ["scenario", "users", "worlds", "actions", "a second", "of a world"]
        + (isTimed ? ["p50", "of a world", "p99", "of a world"] : ["digest"]))
    for (block, rows) in OrderedDictionary(grouping: populations, by: { block($0.dimensions) }) {
      table.add([block])
      for row in rows {
        table.add(cells(row, isTimed: isTimed), row.isValid == true ? .plain : .invalid)
      }
    }
    return table.text(width: Self.width, isColoured: isColoured)
  }

  /// What is said of a shard, or after an interruption: some worlds only.
  var partlyThere: [String] {
    let wanted = plan.scenarios.count * plan.rounds
    guard plan.worlds != nil, populations.count < wanted else { return [] }
    return [
      "of \(populations.count) of \(CountText.text(wanted, "scenario")) all worlds are here; those of the others have "
        + "rows in loads.csv, and 'merge' puts shards together"
    ]
  }

  private func cells(_ row: PopulationRow, isTimed: Bool) -> [String] {
    let label = row.dimensions.design + (plan.rounds > 1 ? " #\(row.round ?? 0)" : "")
    let counts = [
      "  " + label, TextTable.count(row.dimensions.senders), TextTable.count(row.worlds),
      TextTable.count(row.completed), TextTable.number(row.throughput),
      TextTable.count(row.completedSpread.least.map { Int($0) }) + "–"
        + TextTable.count(row.completedSpread.most.map { Int($0) }),
    ]
    guard row.isValid == true else { return counts + ["invalid"] }
    guard isTimed else { return counts + [row.digest] }
    return counts + [
      TextTable.time(row.response.p50Ns),
      TextTable.times(from: row.p50Spread.least, to: row.p50Spread.most),
      TextTable.time(row.response.p99Ns),
      TextTable.times(from: row.p99Spread.least, to: row.p99Spread.most),
    ]
  }

  /// What explains the columns.
  static let wordsOfWorlds = [
    "a second: of the time that the users live in; of a world: the least and the most; digest: of all",
    "worlds, the same for all designs and topologies; p50, p99: response, from the sum of all histograms.",
  ]
}
