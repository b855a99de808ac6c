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
    // The medians of each floor and metric, computed once.
    var references: [String: [Double]] = [:]
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
        let phases = Self.slowPhases(of: processes, metric)
        let medians = phases?.processValues ?? Self.plainMedians(processes, metric)
        row.take(processMedians: medians)
        row.slowShare = phases?.share
        row.isValid = true
        row.warning = Self.warning(about: row, metric, values, valid)
        let name = "\(scenario.floor.id) \(metric.name)"
        let reference = references[name] ?? floorMedians(of: scenario, metric)
        references[name] = reference
        row.take(ratioOf: medians, to: reference)
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

  /// Returns the warnings of the trials with a metric, or one about its statistics.
  private static func warning(
    about row: SummaryRow, _ metric: SummaryMetric, _ values: [Double], _ rows: [SampleRow]
  ) -> String {
    let warnings = Set(
      rows.filter { !$0.warning.isEmpty && metric.value($0) != nil }.map(\.warning)
    ).sorted()
    if let tolerance = metric.tolerance {
      let difference = Caveat.difference(ofCounts: values, tolerance: tolerance)
      return ([difference?.description].compactMap(\.self) + warnings).joined(separator: "; ")
    }
    guard metric.isTime, !warnings.contains(where: { $0.contains(Disturbance.otherProcesses) })
    else { return warnings.joined(separator: "; ") }
    var caveat: Caveat?
    if let share = row.slowShare, share > Caveat.largestSlowShare {
      caveat = .slowed(share: share)
    } else if let width = row.relativeHalfWidth, width > Caveat.largestHalfWidth {
      caveat = .imprecise(halfWidth: width)
    }
    return ([caveat?.description].compactMap(\.self) + warnings).joined(separator: "; ")
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

  /// Returns the median of each process that has values, corrected for slow phases.
  static func medians(
    _ processes: [ArraySlice<SampleRow>], _ metric: SummaryMetric
  ) -> [Double] {
    slowPhases(of: processes, metric)?.processValues ?? plainMedians(processes, metric)
  }

  private static func plainMedians(
    _ processes: [ArraySlice<SampleRow>], _ metric: SummaryMetric
  ) -> [Double] {
    processes.compactMap { SortedSamples($0.compactMap(metric.value)).median }
  }

  /// Returns the corrected times; `nil` for counts, and without references.
  private static func slowPhases(
    of processes: [ArraySlice<SampleRow>], _ metric: SummaryMetric
  ) -> SlowPhases? {
    guard metric.isTime else { return nil }
    return SlowPhases(
      times: processes.map { $0.compactMap(metric.value) },
      references: processes.map { rows in
        rows.compactMap { metric.value($0) == nil ? nil : $0.measures.referenceNs }
      })
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

  private func floorMedians(of scenario: Scenario, _ metric: SummaryMetric) -> [Double] {
    let valid = floorRows(of: scenario).filter { $0.isValid == true }
    return Self.medians(Self.processes(valid), metric)
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
