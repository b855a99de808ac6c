package import FlowResults
import Foundation
import Measurement
import OrderedCollections

/// The committed counts of one platform.
package struct Baseline {
  /// The path of its file.
  let path: String
  private(set) var entries: OrderedDictionary<Key, BaselineRow> = [:]

  /// The key of a row.
  struct Key: Hashable {
    let scenario: String
    let metric: String
  }

  /// The default directory of all platforms' baselines.
  package static let directory = "results/baseline"

  /// The gated metrics: exact if a design stays on one thread.
  static let metrics = SummaryMetric.all.filter(\.traits.isGated)

  /// The path of the baseline of a platform.
  package static func path(in directory: String, platform: String) -> String {
    "\(directory)/\(platform).csv"
  }

  /// A baseline without rows.
  package init(empty path: String) { self.path = path }

  /// Reads a baseline; `nil` if there is no file for the platform.
  ///
  /// - Throws: `PlanError` if the file is broken or cannot be read, such as a circle of symbolic
  ///   links.
  package init?(reading path: String) throws(PlanError) {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      let code = errno
      if code == ENOENT { return nil }
      throw .unusable(
        option: "--baseline", path: path,
        reason: "must be a file that can be read: \(SystemError(path, code: code).reason)")
    }
    self.path = path
    let remedy = "mend the line, or make the baseline again: make baseline"
    do {
      let rows = try CSVReader.rows(
        TextFile.read(path), file: path, header: .older, as: BaselineRow.self)
      for (index, row) in rows.enumerated() { try add(row, line: index + 2) }
    } catch let error as CSVError {
      throw .broken(error, remedy: remedy)
    } catch {
      throw .failed(
        option: "--baseline", path: path,
        reason: "must be a file that can be read: \(SystemError(path, error).reason)", error)
    }
  }

  /// Adds a valid row.
  private mutating func add(_ row: BaselineRow, line: Int) throws(CSVError) {
    func fault(_ column: String, _ rule: String) -> CSVError {
      let index = BaselineRow.columns.firstIndex { $0.name == column } ?? 0
      return CSVError(file: path, line: line, column: index + 1, rule: rule)
    }
    guard !row.dimensions.scenario.isEmpty else {
      throw fault("scenario", "scenario must have a name")
    }
    guard Self.metrics.contains(where: { $0.name == row.metric }) else {
      throw fault("metric", "no count that is gated is called '\(row.metric)'")
    }
    guard let low = row.low else { throw fault("low", "low must be a number") }
    guard let high = row.high, high >= low else {
      throw fault("high", "high must be a number and not below low, \(low)")
    }
    guard row.isConcurrent != nil else { throw fault("concurrent", "concurrent must be a flag") }
    let key = Key(scenario: row.dimensions.scenario, metric: row.metric)
    guard entries[key] == nil else {
      throw fault("metric", "\(row.metric) of \(row.dimensions.scenario) must be there once")
    }
    entries[key] = row
  }

  /// The ids of its scenarios.
  var scenarios: OrderedSet<String> { OrderedSet(entries.keys.map(\.scenario)) }

  /// Replaces the rows of scenarios by the counts of a run.
  ///
  /// - Parameters:
  ///   - run: A run; counts of its valid scenarios are used.
  ///   - hopping: The designs that hop between threads.
  ///   - tools: The tools that its counts depend on.
  package mutating func take(_ run: MeasuredRun, hopping: Set<String>, tools: CountingTools) {
    for scenario in run.scenarios.values where scenario.fault == nil {
      // Work that suspends is resumed by whichever thread is free.
      let isConcurrent =
        hopping.contains(scenario.dimensions.design)
        || scenario.dimensions.completion == Dimensions.suspending
      for metric in Self.metrics where Self.isGated(metric, isConcurrent: isConcurrent) {
        let key = Key(scenario: scenario.id, metric: metric.name)
        guard let range = scenario.range(metric) else { continue }
        var row = BaselineRow()
        row.dimensions = scenario.dimensions
        row.isConcurrent = isConcurrent
        row.digest = scenario.digest
        row.metric = metric.name
        row.low = range.lowerBound
        row.high = range.upperBound
        row.windows = scenario.samples(metric).count
        row.tool = tools.tool(of: metric)
        entries[key] = row
      }
    }
  }

  /// A Boolean value that indicates whether a baseline keeps a metric. Instructions of a design
  /// that hops between threads depend on its locks and queues.
  static func isGated(_ metric: SummaryMetric, isConcurrent: Bool) -> Bool {
    !(isConcurrent && metric.traits.dependence == .instructionCounter)
  }

  /// Removes the scenarios that a run of the whole suite no longer has.
  package mutating func keep(_ scenarios: Set<String>) {
    entries = entries.filter { scenarios.contains($0.key.scenario) }
  }

  /// Writes it whole, scenarios in alphabetical order.
  ///
  /// - Throws: `PlanError` if the directory cannot be written.
  package func write() throws(PlanError) {
    do {
      let parent = URL(filePath: path).deletingLastPathComponent()
      try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
      let rows = entries.sorted { $0.key.scenario < $1.key.scenario }.map(\.value)
      try WholeFile.write(CSVFormat.text(rows), to: path)
    } catch {
      throw .failed(
        option: "--baseline", path: path, reason: "must be a file that can be written", error)
    }
  }
}

/// The counts of one metric of one scenario.
struct BaselineRow: ResultRow, Equatable {
  var dimensions = Dimensions()
  var isConcurrent: Bool?
  var digest = ""
  var metric = ""
  var low: Double?
  var high: Double?
  var windows: Int?
  var tool = ""

  /// The end of a baseline's name, after the platform.
  static let fileName = "baseline.csv"

  static let columns: [ResultColumn<BaselineRow>] =
    ResultSchema.columns() + Dimensions.columns(\.dimensions)
    + Dimensions.laterColumns(\.dimensions) + [
      .flag(
        "concurrent", \.isConcurrent,
        "Whether it hops between threads: it may then leave the range by its width."),
      .text("digest", \.digest, "State after the verification actions."),
      .text("metric", \.metric, "A column of `samples.csv`; the counts are in its unit."),
      .number("low", \.low, "The least that any window counted."),
      .number("high", \.high, "The most that any window counted."),
      .integer("windows_total", \.windows, "How many windows counted."),
      .text(
        "tool", \.tool,
        "What the count depends on: who counted instructions, whose size classes bytes are in."),
    ]
}
