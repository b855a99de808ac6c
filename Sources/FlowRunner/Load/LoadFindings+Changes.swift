import FlowHarness
import FlowResults
import OrderedCollections
import PlainText

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
