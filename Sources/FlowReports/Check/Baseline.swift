import FlowFiles
package import FlowResults
import Foundation
import Measurement
import OrderedCollections

/// The committed counts of one platform.
package struct Baseline {
  /// The path of its file.
  private let path: String
  private(set) var entries: OrderedDictionary<Key, BaselineRow> = [:]

  /// The key of a row.
  struct Key: Hashable {
    let scenario: String
    let metric: String
  }

  /// The default directory of all platforms' baselines.
  package static let directory = "results/baseline"

  /// The gated metrics, which are exact for designs that stay on one thread.
  static let metrics = SummaryMetric.all.filter(\.traits.isGated)

  /// Returns the path of the baseline of a platform.
  package static func path(in directory: String, platform: String) -> String {
    "\(directory)/\(platform).csv"
  }

  package init(empty path: String) { self.path = path }

  /// Reads a baseline; `nil` if there is no file for the platform.
  ///
  /// - Throws: An error if the file is broken or cannot be read, such as a cycle of symbolic
  ///   links.
  package init?(reading path: String) throws {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      let code = errno
      if code == ENOENT { return nil }
      throw PlanError.unusable(
        option: "--baseline", path: path,
        reason: "must be a file that can be read: \(SystemError(path, code: code).reason)")
    }
    self.path = path
    do {
      let rows = try CSVReader.rows(
        TextFile.read(path), file: path, header: .older, as: BaselineRow.self)
      for (index, row) in rows.enumerated() { try add(row, line: index + 2) }
    } catch let error as CSVError {
      throw error.with(
        remedy: "correct the line, or create the baseline again: make baseline")
    } catch {
      throw PlanError.failed(
        option: "--baseline", path: path,
        reason: "must be a file that can be read: \(SystemError(path, error).reason)", error)
    }
  }

  /// Adds a row of a file.
  private mutating func add(_ row: BaselineRow, line: Int) throws(CSVError) {
    func fault(_ column: String, _ rule: String) -> CSVError {
      let index = BaselineRow.columns.firstIndex { $0.name == column } ?? 0
      return CSVError(file: path, line: line, column: index + 1, rule: rule)
    }
    let key = Key(scenario: row.dimensions.scenario, metric: row.metric)
    guard !key.scenario.isEmpty else { throw fault("scenario", "scenario must have a name") }
    guard Self.metrics.contains(where: { $0.name == row.metric }) else {
      throw fault("metric", "no gated metric is called '\(row.metric)'")
    }
    guard let low = row.low else { throw fault("low", "low must be a number") }
    guard let high = row.high, high >= low else {
      throw fault("high", "high must be a number of at least low, \(low)")
    }
    guard row.isConcurrent != nil else { throw fault("concurrent", "concurrent must be a flag") }
    guard entries[key] == nil else {
      throw fault("metric", "\(key.metric) of \(key.scenario) must occur once")
    }
    entries[key] = row
  }

  /// The ids of its scenarios.
  var scenarios: OrderedSet<String> { OrderedSet(entries.keys.map(\.scenario)) }

  /// The counts of a metric of a scenario.
  subscript(scenario: String, metric: SummaryMetric) -> BaselineRow? {
    entries[Key(scenario: scenario, metric: metric.name)]
  }

  /// Replaces the rows of the valid scenarios of a run by its counts.
  ///
  /// - Parameters:
  ///   - hopping: The designs that hop between threads.
  ///   - tools: The tools that the counts depend on.
  /// - Returns: The metrics that were not counted in a scenario whose rows keep their old values, or
  ///   lack them; not instructions if the baseline has none, because not every machine counts them.
  @discardableResult
  package mutating func merge(
    _ run: MeasuredRun, hopping: Set<String>, tools: CountingTools
  ) -> [String] {
    let known = Set(entries.keys.map(\.metric))
    var missing: OrderedSet<String> = []
    for scenario in run.scenarios.values where scenario.fault == nil {
      // Work that suspends is resumed by any free thread.
      let isConcurrent =
        hopping.contains(scenario.dimensions.design)
        || scenario.dimensions.completion == Dimensions.suspending
      for metric in Self.metrics where Self.isGated(metric, isConcurrent: isConcurrent) {
        guard let range = scenario.range(metric) else {
          let isOptional = metric.traits.dependence == .instructionCounter
          if !isOptional || known.contains(metric.name) { missing.append(metric.name) }
          continue
        }
        entries[Key(scenario: scenario.id, metric: metric.name)] = BaselineRow(
          dimensions: scenario.dimensions, isConcurrent: isConcurrent, digest: scenario.digest,
          metric: metric.name, low: range.lowerBound, high: range.upperBound,
          windows: scenario.samples(metric).count, tool: tools.tool(of: metric))
      }
    }
    return Array(missing)
  }

  /// Returns a Boolean value that indicates whether a baseline has a metric. Instructions of a
  /// design that hops between threads depend on its locks and queues.
  static func isGated(_ metric: SummaryMetric, isConcurrent: Bool) -> Bool {
    !(isConcurrent && metric.traits.dependence == .instructionCounter)
  }

  /// Removes the scenarios for which a condition does not hold.
  package mutating func keep(_ isKept: (String) -> Bool) {
    entries = entries.filter { isKept($0.key.scenario) }
  }

  /// Writes the file, scenarios in alphabetical order.
  ///
  /// - Throws: An error if the file cannot be written.
  package func write() throws {
    do {
      let parent = URL(filePath: path).deletingLastPathComponent()
      try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
      let rows = entries.sorted { $0.key.scenario < $1.key.scenario }.map(\.value)
      try WholeFile.write(CSVFormat.text(rows), to: path)
    } catch {
      throw PlanError.failed(
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
    ResultSchema.columns() + Dimensions.columns.lifted(to: \.dimensions) + [
      .flag("concurrent", \.isConcurrent, "True if the design hops between threads."),
      .text("digest", \.digest, "Digest of the state after the verification actions."),
      .text("metric", \.metric, "A metric of `samples.csv` or `loads.csv`, whose unit applies."),
      .number("low", \.low, "Smallest count of a window."),
      .number("high", \.high, "Largest count of a window."),
      .integer("windows_total", \.windows, "Windows that were counted."),
      .text("tool", \.tool, "Instruction counter or allocator on which the count depends."),
    ]
}

extension ResultFileDescription {
  /// The files that comparisons write.
  package static let reported = [
    ResultFileDescription(CompareRow.self), ResultFileDescription(BaselineRow.self),
  ]
}
