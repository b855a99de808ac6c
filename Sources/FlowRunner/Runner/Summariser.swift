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
    // Of each floor and metric once, whatever is put into proportion to it.
    var references: [String: Double?] = [:]
    return scenarios.flatMap { scenario -> [SummaryRow] in
      guard let samples = rows[scenario.id] else { return [] }
      let fault = fault(of: scenario, samples)
      let valid = samples.filter { $0.isValid == true }
      let processes = Self.processes(valid)
      var summary = SummaryMetric.all.compactMap { metric -> SummaryRow? in
        let byProcess = processes.map { $0.compactMap(metric.value) }.filter { !$0.isEmpty }
        let values = Array(byProcess.joined())
        guard fault == nil, let statistics = Summary(values) else { return nil }
        var row = row(scenario, samples, metric: metric.name)
        row.take(statistics)
        row.take(processes: byProcess.map { SortedSamples($0) })
        if let tolerance = metric.tolerance {
          row.warning =
            Caveat.difference(ofCounts: values, tolerance: tolerance)?.description ?? ""
        }
        row.isValid = true
        row.warning = Self.warning(row.warning, valid, metric.value)
        let name = "\(scenario.floor.id) \(metric.name)"
        let reference = references[name] ?? floorMedian(of: scenario, metric.value)
        references[name] = .some(reference)
        // Nothing can be put into proportion to nothing.
        row.ratioToFloor = reference.flatMap { $0 > 0 ? statistics.median / $0 : nil }
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
    let warnings = rows.compactMap { row in
      row.warning.isEmpty || value(row) == nil ? nil : row.warning
    }
    return ([known] + Set(warnings).sorted()).filter { !$0.isEmpty }.joined(separator: "; ")
  }

  /// The rows of each process: every pass has its own, and numbers them from 0.
  static func processes(_ rows: [SampleRow]) -> [ArraySlice<SampleRow>] {
    // Rows of a process follow one another.
    var ends: [(start: Int, job: JobKey)] = []
    for index in rows.indices where index == 0 || !rows[index].isOfProcess(of: rows[index - 1]) {
      ends.append((index, rows[index].job))
    }
    let parts = ends.indices.map { part in
      rows[ends[part].start..<(part + 1 < ends.count ? ends[part + 1].start : rows.count)]
    }
    guard Set(ends.map(\.job)).count < ends.count else { return parts }
    return OrderedDictionary(grouping: rows) { $0.job }.values.map { $0[...] }
  }

  /// The values of each process that has some.
  static func values(
    _ processes: [ArraySlice<SampleRow>], _ value: (SampleRow) -> Double?
  ) -> [SortedSamples] {
    processes.map { $0.compactMap(value) }.filter { !$0.isEmpty }.map { SortedSamples($0) }
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

  private func floorMedian(
    of scenario: Scenario, _ value: (SampleRow) -> Double?
  ) -> Double? {
    SortedSamples(floorRows(of: scenario).compactMap { $0.isValid == true ? value($0) : nil })
      .median
  }
}

extension SampleRow {
  /// Whether two rows of a scenario are of one process.
  fileprivate func isOfProcess(of other: SampleRow) -> Bool {
    round == other.round && pass == other.pass
      && dimensions.scenario == other.dimensions.scenario
  }
}
