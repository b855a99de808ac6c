import FlowResults

/// HdrHistogram's percentile distribution: a file for each scenario.
enum PercentileText {
  /// The factor by which samples become whole numbers.
  private static let scale = 1000.0
  /// The largest value of a histogram.
  private static let maxValue = 0x1p62

  /// - Throws: `PlanError` if a sample is negative or too large, or two scenarios have the same
  ///   file.
  static func files(_ selection: ExportSelection) throws(PlanError) -> [Export.File] {
    let metric = selection.metric ?? .wall
    var files: [Export.File] = []
    var names: Set<String> = []
    for scenario in selection.scenarios {
      let text = try text(scenario, metric, selection.run)
      let name = PercentileFile.name(scenario.id)
      guard names.insert(name).inserted else {
        throw .refused(
          option: "--filter", reason: "must not leave two scenarios with one file name, got \(name)"
        )
      }
      files.append(Export.File(name: name, text: text))
    }
    return files
  }

  private static func text(
    _ scenario: MeasuredScenario, _ metric: SummaryMetric, _ run: RunRow
  ) throws(PlanError) -> String {
    var values: [UInt64] = []
    for sample in scenario.exported(metric).flatMap(\.samples) {
      let value = (sample * scale).rounded()
      guard value >= 0, value < maxValue else {
        throw .refused(
          option: "--metric",
          reason: "\(metric.name) of \(scenario.id) must be from 0 to 4e15 for a histogram, "
            + "got \(sample)")
      }
      values.append(UInt64(value))
    }
    return header(scenario, metric, run) + PercentileTable(values).text(scale: scale)
  }

  /// Returns comment lines, which tools ignore.
  private static func header(
    _ scenario: MeasuredScenario, _ metric: SummaryMetric, _ run: RunRow
  ) -> String {
    let processes = scenario.exported(metric)
    let count = processes.map(\.samples.count).reduce(0, +)
    let isMean = metric.name.hasSuffix("_per_action")
    let lines = [
      "\(scenario.id), run \(run.runID)",
      "\(metric.name), samples: \(count), processes: \(processes.count)",
      isMean ? "each value is a sample's mean per action, not the latency of one action" : "",
      run.warning.isEmpty ? "" : "warning: \(run.warning)",
    ]
    return lines.filter { !$0.isEmpty }
      .map { line in "# \(String(line.map { $0.isNewline ? " " : $0 }))\n" }.joined()
  }
}
