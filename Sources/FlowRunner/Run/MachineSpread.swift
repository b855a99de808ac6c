import FlowHarness
import FlowResults
import OrderedCollections

/// The results of several machines for the same scenarios, each in rounds of its own.
struct MachineSpread {
  private struct Line {
    let scenario: Scenario
    /// The medians of times, and their ratios to the floor's, of each machine.
    let times: [Double]
    let ratios: [Double]
    let invalid: Int
  }

  private let lines: [Line]
  private let machines: Int

  /// Reads a summary with a row for each machine; empty if every scenario was measured on one.
  init(_ scenarios: [Scenario], _ summary: [SummaryRow]) {
    let wall = OrderedDictionary(
      grouping: summary.filter { $0.metric == SummaryMetric.wall.name }
    ) { $0.dimensions.scenario }
    machines = Set(wall.values.joined().map(\.runID)).count
    guard wall.values.contains(where: { Set($0.map(\.runID)).count > 1 }) else {
      lines = []
      return
    }
    lines = scenarios.compactMap { scenario in
      wall[scenario.id].map { rows in
        let valid = rows.filter { $0.isValid == true }
        return Line(
          scenario: scenario, times: valid.compactMap(\.median),
          ratios: valid.compactMap(\.ratioToFloor), invalid: rows.count - valid.count)
      }
    }
  }

  var isEmpty: Bool { lines.isEmpty }

  /// Returns a line for each scenario: the minimum and the maximum of all machines.
  func table(width: Int, isColoured: Bool) -> String {
    var table = TextTable([
      "scenario", "machines", "ns/action of a machine", "differ by", "vs floor of a machine",
      "differ by",
    ])
    for (block, lines) in OrderedDictionary(grouping: lines, by: \.scenario.block) {
      table.add([block])
      for line in lines {
        table.add(
          ["  " + line.scenario.label, "\(line.times.count)"] + Self.cells(line.times)
            + Self.cells(line.ratios), line.invalid > 0 ? .invalid : .plain)
      }
    }
    return table.text(width: width, isColoured: isColoured) + """

      Of the medians that \(machines) machines have measured, each in rounds of its own, the least and the most;
      differ by: the most over the least. A ratio to the floor is of one machine: summary.csv has a row for
      each, and runs.csv says which they are.

      """
  }

  private static func cells(_ values: [Double]) -> [String] {
    guard let least = values.min(), let most = values.max() else { return ["–", "–"] }
    let range = "\(TextTable.number(least)) – \(TextTable.number(most))"
    return [range, least > 0 ? "\(TextTable.number(most / least)) x" : "–"]
  }
}
