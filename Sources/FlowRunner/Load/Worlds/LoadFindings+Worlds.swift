import FlowResults
import OrderedCollections
import PlainText

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
