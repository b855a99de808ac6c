import FlowResults

/// What of a run is exported: the scenarios that may be believed and that have something to say.
struct ExportSelection {
  let run: RunRow
  let scenarios: [MeasuredScenario]
  /// What all of them were measured in; `nil`: in different things.
  let metric: SummaryMetric?
  /// What was left out, and why.
  let warnings: [String]

  /// Leaves out what is not valid, and what was not measured.
  ///
  /// - Parameters:
  ///   - metric: What all must have been measured in; `nil`: in anything.
  ///   - needsActions: Whether numbers are of no use without how many actions they are of.
  init(
    _ found: [MeasuredScenario], of run: RunRow, metric: SummaryMetric?, needsActions: Bool
  ) {
    var (kept, warnings): ([MeasuredScenario], [String]) = ([], [])
    for scenario in found {
      if let fault = scenario.fault {
        // A reason may hold the output of a program that died: several lines.
        let reason = fault.split(whereSeparator: \.isNewline).first ?? "not valid"
        warnings.append("left out \(scenario.id): \(reason)")
        continue
      }
      let metrics = metric.map { [$0] } ?? SummaryMetric.all
      let processes = metrics.flatMap { scenario.exported($0) }
      guard !processes.isEmpty else {
        warnings.append(
          "left out \(scenario.id): \(metric?.name ?? "nothing of it") was not measured")
        continue
      }
      guard !needsActions || processes.allSatisfy({ $0.actions != nil }) else {
        warnings.append("left out \(scenario.id): samples do not say of how many actions they are")
        continue
      }
      kept.append(scenario)
    }
    self.run = run
    self.metric = metric
    self.warnings = warnings
    scenarios = kept
  }
}

extension MeasuredScenario {
  /// The processes whose samples of a metric are exported. Views notified of a change are counted
  /// by every pass: then the one that was timed says it.
  func exported(_ metric: SummaryMetric) -> [MeasuredProcess] {
    let processes = processes(metric)
    let timed = processes.filter { $0.pass == Pass.timing.rawValue }
    return timed.isEmpty ? processes : timed
  }
}
