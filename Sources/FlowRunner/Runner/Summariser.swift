import FlowHarness
import FlowResults
import Measurement
import OrderedCollections

/// From rows to statistics: one for each scenario and metric.
struct Summariser {
  private let rows: OrderedDictionary<String, [SampleRow]>
  private let scenarios: [Scenario]

  /// Groups the rows of `scenarios`, in their order.
  init(_ scenarios: [Scenario], rows: [SampleRow]) {
    self.scenarios = scenarios
    self.rows = OrderedDictionary(grouping: rows) { $0.dimensions.scenario }
  }

  /// The summary, in the order of the scenarios; scenarios without any row have none.
  func summary() -> [SummaryRow] {
    scenarios.flatMap { scenario -> [SummaryRow] in
      guard let samples = rows[scenario.id] else { return [] }
      let fault = fault(of: scenario, samples)
      let valid = samples.filter { $0.isValid == true }
      var summary = SummaryMetric.all.compactMap { metric -> SummaryRow? in
        let values = valid.compactMap(metric.value)
        guard fault == nil, let statistics = Summary(values) else { return nil }
        var row = row(scenario, samples, metric: metric.name)
        row.take(statistics)
        row.take(processes: Self.processes(valid, metric.value))
        if let tolerance = metric.tolerance {
          row.warning =
            Caveat.difference(ofCounts: values, tolerance: tolerance)?.description ?? ""
        }
        row.isValid = true
        row.warning = Self.warning(row.warning, valid, metric.value)
        row.ratioToFloor = ratio(of: statistics.median, scenario, metric.value)
        return row
      }
      if let fault {
        var row = row(scenario, samples, metric: SummaryMetric.wall.name)
        row.isValid = false
        row.warning = fault
        summary.append(row)
      }
      return summary
    }
  }

  /// The warnings about the statistics, and those of the trials about these values.
  private static func warning(
    _ known: String, _ rows: [SampleRow], _ value: (SampleRow) -> Double?
  ) -> String {
    let warnings = rows.filter { value($0) != nil && !$0.warning.isEmpty }.map(\.warning)
    return ([known] + Set(warnings).sorted()).filter { !$0.isEmpty }.joined(separator: "; ")
  }

  /// The values of each process: every pass has its own, and numbers them from 0.
  static func processes(
    _ rows: [SampleRow], _ value: (SampleRow) -> Double?
  ) -> [SortedSamples] {
    OrderedDictionary(grouping: rows.filter { value($0) != nil }) { $0.job }.values
      .map { SortedSamples($0.compactMap(value)) }
  }

  private func row(
    _ scenario: Scenario, _ samples: [SampleRow], metric: String
  ) -> SummaryRow {
    var row = SummaryRow()
    row.runID = samples.first?.runID ?? ""
    row.dimensions = Dimensions(scenario)
    row.metric = metric
    return row
  }

  /// Why the scenario as a whole is not valid: a trial of it failed, or its state is not that of
  /// the floor in another process.
  private func fault(of scenario: Scenario, _ samples: [SampleRow]) -> String? {
    if let failed = samples.first(where: { $0.isValid != true }) { return failed.invalidReason }
    guard let floor = floorRows(of: scenario).first(where: { $0.isValid == true }),
      let differing = samples.first(where: { $0.digest != floor.digest })
    else { return nil }
    return "wrong digest: \(differing.digest), the floor's is \(floor.digest)"
  }

  /// The floor's rows: of the pinned one, or in a run without it of the free one.
  private func floorRows(of scenario: Scenario) -> [SampleRow] {
    var floor = scenario.floor
    if let pinned = rows[floor.id] { return pinned }
    floor.affinity = .free
    return rows[floor.id] ?? []
  }

  private func ratio(
    of median: Double, _ scenario: Scenario, _ value: (SampleRow) -> Double?
  ) -> Double? {
    let floor = floorRows(of: scenario)
    let values = SortedSamples(floor.filter { $0.isValid == true }.compactMap(value))
    // Nothing can be put into proportion to nothing.
    guard let reference = values.median, reference > 0 else { return nil }
    return median / reference
  }
}
