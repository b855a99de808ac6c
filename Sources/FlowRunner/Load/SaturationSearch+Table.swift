import FlowHarness
import FlowResults
import Workloads

extension SaturationSearch.Result {
  /// The rate at which throughput divided by response time is largest: beyond it more load buys
  /// more waiting than work.
  ///
  /// L. Kleinrock, *Power and deterministic rules of thumb for probabilistic problems in computer
  /// communications*, ICC 1979.
  var knee: Double? {
    probes.filter { $0.row.isValid == true }.compactMap { probe in
      probe.row.response.meanNs.flatMap { mean in
        probe.row.throughput.map { (rate: probe.rate, power: $0 / max(1, mean)) }
      }
    }.max { $0.power < $1.power }?.rate
  }
}

extension SaturationSearch {
  /// A line for each scenario, and under it one for each rate, ascending.
  ///
  /// Of effects that took time it says how many were in flight, and how many were given up.
  static func table(_ searches: [Result]) -> TextTable {
    let tookTime = searches.contains { $0.probes.contains { $0.effects != nil } }
    let hasWorkers = searches.contains { $0.probes.contains { $0.row.fairness.index != nil } }
    var table = TextTable(
      ["rate/s", "done/s"] + (hasWorkers ? ["fairness"] : []) + ["p50", "p99", "service p50"]
        + (tookTime ? ["in flight", "timed out"] : []) + ["", "holds"])
    for search in searches {
      table.add([search.scenario.id])
      for probe in search.probes.sorted(by: { $0.rate < $1.rate }) {
        table.add(
          cells(probe, search, tookTime: tookTime, hasWorkers: hasWorkers),
          probe.row.isValid != true ? .invalid : probe.rate == search.highest ? .best : .plain)
      }
    }
    return table
  }

  private static func cells(
    _ probe: Probe, _ search: Result, tookTime: Bool, hasWorkers: Bool
  ) -> [String] {
    var marks: [String] = []
    if probe.rate == search.highest {
      marks.append(search.isOpenEnded ? "highest tried" : "highest")
    }
    if probe.rate == search.knee { marks.append("knee") }
    var cells = ["  " + TextTable.number(probe.rate), TextTable.number(probe.row.throughput)]
    if hasWorkers { cells.append(TextTable.number(probe.row.fairness.index)) }
    cells += [
      TextTable.time(probe.row.response.p50Ns), TextTable.time(probe.row.response.p99Ns),
      TextTable.time(probe.row.service.p50Ns),
    ]
    if tookTime {
      cells += [
        TextTable.number(probe.effects?.meanInFlight), TextTable.count(probe.effects?.timedOut),
      ]
    }
    return cells + [
      marks.joined(separator: ", "),
      (probe.holds.map { $0 ? "yes" : "no" } ?? "undecided")
        + (probe.isConfirmation ? ", again" : ""),
    ]
  }

  static let legend = """

    highest: the bound held there, in fresh processes again, and 99 % of the actions were done in time;
    knee: where throughput over response time is largest; beyond it load buys waiting.

    """
}
