import FlowResults
import Measurement

/// Go's benchmark text: for each machine, its configuration, then a line for each fresh process with
/// the medians of its samples, because samples of one process are not independent.
///
/// Source of the format: *Proposal: Go Benchmark Data Format*,
/// golang.org/design/14313-benchmark-format.
enum GoBenchmarkText {
  static func text(_ selection: ExportSelection) -> String {
    let metrics = (selection.metric.map { [$0] } ?? metrics).filter { metric in
      selection.scenarios.contains { !$0.exported(metric).isEmpty }
    }
    let exact = metrics.filter { $0.tolerance == 0 }
      .map { "Unit \($0.unit) assume=exact\n" }.joined()
    return selection.run.runs(of: selection.scenarios).enumerated().map { index, run in
      let scenarios = selection.scenarios.filter { $0.runID == run.runID }
      return configuration(run, isFirst: index == 0) + exact
        + scenarios.flatMap { scenario in
          let name = name(scenario.dimensions, cores: run.cpuCount)
          return lines(scenario, metrics).map { "\(name) \($0)\n" }
        }.joined()
    }.joined()
  }

  /// The metrics in the order of Go's own lines: time, bytes, allocations, and then the others.
  private static let metrics: [SummaryMetric] = {
    let first = [SummaryMetric.wall, .bytes, .allocations]
    return first + SummaryMetric.all.filter { metric in !first.contains { $0.name == metric.name } }
  }()

  /// Returns the number of actions of each process, then values with their units.
  private static func lines(_ scenario: MeasuredScenario, _ metrics: [SummaryMetric]) -> [String] {
    var rounds: [Int: (actions: Int, values: String)] = [:]
    for metric in metrics {
      for process in scenario.exported(metric) {
        guard let median = SortedSamples(process.samples).median else { continue }
        // The first metric of a process provides its number of actions.
        let line = rounds[process.round] ?? (process.actions ?? 0, "")
        rounds[process.round] = (
          line.actions, line.values + " \(PlainNumber.text(median)) \(metric.unit)"
        )
      }
    }
    return rounds.sorted { $0.key < $1.key }.map { "\($0.value.actions)\($0.value.values)" }
  }

  /// Returns the name without default levels, and with the number of usable cores, as Go's
  /// `/gomaxprocs`: `BenchmarkFlow/workload=app/topology=single/features=10/design=flow-1`.
  private static func name(_ dimensions: Dimensions, cores: Int?) -> String {
    let isPinned = dimensions.affinity == Dimensions.pinned
    let available = isPinned ? 1 : cores
    var order: [Dimension] = [
      .workload, .topology, .depth, .features, .distribution, .views, .observers,
      .senders, .storage, .middlewares, .completion, .design,
    ]
    // The number of cores shows the affinity, unless there is only one.
    if !isPinned, available ?? 1 == 1 { order.insert(.affinity, at: order.count - 1) }
    let parts = order.compactMap { dimension -> String? in
      let level = dimension.level(of: dimensions)
      guard !level.isEmpty, isShown(dimension, level, dimensions) else { return nil }
      let plain = String(level.map { $0 == "/" || $0.isWhitespace ? "_" : $0 })
      return "/\(dimension.rawValue)=\(plain)"
    }
    return "BenchmarkFlow" + parts.joined() + (available.map { "-\($0)" } ?? "")
  }

  private static func isShown(
    _ dimension: Dimension, _ level: String, _ dimensions: Dimensions
  ) -> Bool {
    switch dimension {
    case .workload, .topology, .features, .design: true
    case .observers: dimensions.views != "none"
    case .depth, .senders: level != "1"
    case .middlewares: level != "0"
    default: level != dimension.plainLevel
    }
  }

  /// Returns the keys of every table's head; tools ignore lines that begin with `#`.
  ///
  /// A key without a value deletes that of the machine before.
  private static func configuration(_ run: RunRow, isFirst: Bool) -> String {
    let system = run.system.split(separator: " ").map { $0.lowercased() }
    let architectures = ["x86_64": "amd64", "aarch64": "arm64"]
    let lines = [
      ("goos", system.first ?? ""),
      ("goarch", system.last.map { architectures[$0] ?? $0 } ?? ""),
      ("pkg", "flowbench"),
      ("cpu", run.cpuModel),
      ("commit", run.shortCommit + (run.isDirty == true && !run.commit.isEmpty ? "+dirty" : "")),
      ("swift", run.swiftVersion),
      ("build", run.buildMode == "release" ? "" : run.buildMode),
      ("# run", run.runID),
      ("# warning", run.warning),
    ]
    return lines.filter { key, text in !text.isEmpty || !(isFirst || key.hasPrefix("#")) }
      .map { key, text in "\(key): \(String(text.map { $0.isNewline ? " " : $0 }))\n" }.joined()
  }
}
