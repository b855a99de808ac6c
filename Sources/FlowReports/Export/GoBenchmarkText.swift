import FlowResults
import Measurement

/// Go's benchmark text: configuration, then a line for each fresh process with the medians of its
/// samples.
///
/// Samples of one process are not independent. Source of the format: *Proposal: Go Benchmark Data
/// Format*, golang.org/design/14313-benchmark-format.
enum GoBenchmarkText {
  static func text(_ selection: ExportSelection) -> String {
    let metrics = selection.metric.map { [$0] } ?? metrics
    let used = metrics.filter { metric in
      selection.scenarios.contains { !$0.exported(metric).isEmpty }
    }
    var text = configuration(selection.run)
    for metric in used where metric.isExact { text += "Unit \(metric.unit) assume=exact\n" }
    for scenario in selection.scenarios {
      let name = name(scenario.dimensions, cores: selection.run.cpuCount)
      for line in lines(scenario, used) { text += "\(name) \(line)\n" }
    }
    return text
  }

  /// In the order in which Go's own lines have them: time, bytes, allocations, and then the rest.
  private static let metrics: [SummaryMetric] = {
    let first = [SummaryMetric.wall, .bytes, .allocations]
    return first + SummaryMetric.all.filter { metric in !first.contains { $0.name == metric.name } }
  }()
}

// MARK: - Lines

extension GoBenchmarkText {
  /// The actions of each process, then values with their units.
  private static func lines(_ scenario: MeasuredScenario, _ metrics: [SummaryMetric]) -> [String] {
    var rounds: [Int: (actions: Int, values: String)] = [:]
    for metric in metrics {
      for process in scenario.exported(metric) {
        guard let median = SortedSamples(process.samples).median else { continue }
        var line = rounds[process.round] ?? (0, "")
        // The first metric that has this process is the one that counts its actions.
        if line.actions == 0 { line.actions = process.actions ?? 0 }
        line.values += " \(PlainNumber.text(median)) \(metric.unit)"
        rounds[process.round] = line
      }
    }
    return rounds.sorted { $0.key < $1.key }.map { "\($0.value.actions)\($0.value.values)" }
  }

  /// The name without plain dimensions, and with the number of usable cores, Go's `/gomaxprocs`:
  /// `BenchmarkFlow/workload=app/topology=single/features=10/design=flow-1`.
  private static func name(_ dimensions: Dimensions, cores: Int?) -> String {
    let isPinned = dimensions.affinity == Dimensions.pinned
    let available = isPinned ? 1 : cores
    var order: [Dimension] =
      [.workload, .topology, .groups, .depth, .features, .distribution, .views, .observers]
      + [.senders, .storage, .middlewares, .completion, .design]
    // The number says it already, unless it would be the same.
    if !isPinned, available ?? 1 == 1 { order.insert(.affinity, at: order.count - 1) }
    let always: [Dimension] = [.workload, .topology, .features, .design]
    let parts = order.compactMap { dimension -> String? in
      let level = dimension.level(of: dimensions)
      let isShown = always.contains(dimension) || !dimension.isPlain(in: dimensions)
      return isShown && !level.isEmpty ? "/\(dimension.rawValue)=\(part(level))" : nil
    }
    return "BenchmarkFlow" + parts.joined() + (available.map { "-\($0)" } ?? "")
  }

  /// A part of a name, without slashes and spaces.
  private static func part(_ level: String) -> String {
    String(level.map { $0 == "/" || $0.isWhitespace ? "_" : $0 })
  }
}

extension Dimension {
  /// A Boolean value that indicates whether a scenario has the default level.
  fileprivate func isPlain(in dimensions: Dimensions) -> Bool {
    switch self {
    case .groups: dimensions.topology != Dimensions.grouped
    case .observers: dimensions.views == "none"
    case .depth: dimensions.depth ?? 1 == 1
    case .senders: dimensions.senders == 1
    case .middlewares: dimensions.middlewares == 0
    default: level(of: dimensions) == plainLevel
    }
  }
}

// MARK: - Configuration

extension GoBenchmarkText {
  /// The keys of every table's head; tools ignore a line that begins with `#`.
  private static func configuration(_ run: RunRow) -> String {
    let system = run.system.split(separator: " ").map { $0.lowercased() }
    let architectures = ["x86_64": "amd64", "aarch64": "arm64"]
    let lines = [
      ("goos", system.first ?? ""),
      ("goarch", system.last.map { architectures[$0] ?? $0 } ?? ""),
      ("pkg", "flowbench"),
      ("cpu", run.cpuModel),
      ("commit", run.commit + (run.isDirty == true && !run.commit.isEmpty ? "+dirty" : "")),
      ("swift", run.swiftVersion),
      ("build", run.buildMode == "release" ? "" : run.buildMode),
      ("# run", run.runID),
      ("# warning", run.warning),
    ]
    return lines.filter { !$0.1.isEmpty }.map { "\($0): \(oneLine($1))\n" }.joined()
  }

  private static func oneLine(_ text: String) -> String {
    String(text.map { $0.isNewline ? " " : $0 })
  }
}
