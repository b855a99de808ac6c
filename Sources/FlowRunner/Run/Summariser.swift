import FlowHarness
import FlowResults
import Measurement
import OrderedCollections

/// Computes the statistics of each scenario and metric.
struct Summariser {
  private let rows: OrderedDictionary<String, [SampleRow]>
  private let scenarios: [Scenario]

  init(_ scenarios: [Scenario], rows: [SampleRow]) {
    self.scenarios = scenarios
    self.rows = OrderedDictionary(grouping: rows) { $0.dimensions.scenario }
  }

  /// Returns the summary, in the order of the scenarios; a scenario without rows has none.
  func summary() -> [SummaryRow] {
    // The estimates of each floor and metric, computed once.
    var references: [String: Double?] = [:]
    return scenarios.flatMap { scenario -> [SummaryRow] in
      guard let samples = rows[scenario.id] else { return [] }
      let fault = fault(of: scenario, samples)
      let valid = samples.filter { $0.isValid == true }
      let processes = Self.processes(valid)
      var summary = SummaryMetric.all.compactMap { metric -> SummaryRow? in
        let values = processes.flatMap { $0.compactMap(metric.value) }
        guard fault == nil, let statistics = Summary(values) else { return nil }
        var row = row(scenario, samples, metric: metric.name)
        row.take(statistics)
        row.take(processMedians: Self.medians(processes, metric.value))
        if let tolerance = metric.tolerance {
          row.warning =
            Caveat.difference(ofCounts: values, tolerance: tolerance)?.description ?? ""
        }
        row.isValid = true
        row.warning = Self.warning(row.warning, valid, metric.value)
        let name = "\(scenario.floor.id) \(metric.name)"
        let reference = references[name] ?? floorEstimate(of: scenario, metric.value)
        references[name] = .some(reference)
        // There is no ratio to 0.
        row.ratioToFloor = reference.flatMap { floor in
          floor > 0 ? row.estimate.map { $0 / floor } : nil
        }
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

  /// Returns the warnings about the statistics, and those of the trials with these values.
  private static func warning(
    _ known: String, _ rows: [SampleRow], _ value: (SampleRow) -> Double?
  ) -> String {
    let warnings = rows.compactMap { row in
      row.warning.isEmpty || value(row) == nil ? nil : row.warning
    }
    return ([known] + Set(warnings).sorted()).filter { !$0.isEmpty }.joined(separator: "; ")
  }

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

  /// Returns the median of each process that has values.
  static func medians(
    _ processes: [ArraySlice<SampleRow>], _ value: (SampleRow) -> Double?
  ) -> [Double] {
    processes.compactMap { SortedSamples($0.compactMap(value)).median }
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

  /// Returns the reason why the scenario is not valid: a trial of it failed, or its state is not
  /// the floor's.
  private func fault(of scenario: Scenario, _ samples: [SampleRow]) -> String? {
    if let failed = samples.first(where: { $0.isValid != true }) { return failed.invalidReason }
    guard let floor = floorRows(of: scenario).first(where: { $0.isValid == true }),
      let differing = samples.first(where: { $0.digest != floor.digest })
    else { return nil }
    return "wrong digest: \(differing.digest), the floor's is \(floor.digest)"
  }

  /// Returns the rows of the pinned floor; those of the free floor if the run has no pinned one.
  private func floorRows(of scenario: Scenario) -> [SampleRow] {
    var floor = scenario.floor
    if let pinned = rows[floor.id] { return pinned }
    floor.affinity = .free
    return rows[floor.id] ?? []
  }

  private func floorEstimate(
    of scenario: Scenario, _ value: (SampleRow) -> Double?
  ) -> Double? {
    let valid = floorRows(of: scenario).filter { $0.isValid == true }
    return ProcessEstimate(Self.medians(Self.processes(valid), value))?.value
  }
}

extension SampleRow {
  /// Returns a Boolean value that indicates whether two rows of a scenario come from the same
  /// process.
  fileprivate func isOfProcess(of other: SampleRow) -> Bool {
    round == other.round && pass == other.pass
      && dimensions.scenario == other.dimensions.scenario
  }
}
