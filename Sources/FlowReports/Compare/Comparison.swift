import FlowFiles
import FlowResults
import Measurement
import OrderedCollections

/// The options of `flowbench compare`.
package struct CompareOptions: Sendable {
  /// The directory of the run, or of the base.
  package var run: String
  /// The directory of the other run; `nil`: levels of one run are compared.
  package var candidate: String?
  /// The dimension whose levels are compared.
  package var by: String?
  /// The level that the others are compared with.
  package var base: String?
  /// A regular expression that must match a part of a scenario's id, or of its load.
  package var filter: String?
  /// The metric of the table.
  package var metric: String?

  /// The directory of the newest run.
  package static let newest = "results/latest"

  /// The metrics of loads, for help.
  package static let loadMetrics = LoadMetric.compared.map(\.name).joined(separator: ", ")

  package init(run: String = CompareOptions.newest) { self.run = run }
}

/// A comparison of levels of one run, or of two runs.
package struct Comparison {
  /// The dimension that differs within each pair; `nil` for two runs.
  let by: Dimension?
  let base: MeasuredRun
  let candidate: MeasuredRun
  let pairs: [ScenarioPair]
  /// The growth and the crossings; empty for two runs.
  let sweeps: [SizeSweep]
  let groupedBy: Dimension
  let geomeans: [Geomean]
  /// The metric of tables.
  let metric: any ComparedMetric
  let warnings: [String]

  /// Reads the runs and compares them.
  ///
  /// - Throws: An error before anything is written.
  package init(_ options: CompareOptions) throws {
    let option = options.candidate == nil ? "RUN" : "BASE"
    base = try MeasuredRun(
      reading: options.run, option: option, kind: RunKind(of: options.run, option: option))
    let scenarios = try base.scenarios(matching: options.filter)
    if let path = options.candidate {
      for (option, value) in [("--by", options.by), ("--base", options.base)] {
        guard let value else { continue }
        throw PlanError.invalid(
          option: option, rule: "must not be given with two runs, of which the first is the base",
          value: "'\(value)'")
      }
      by = nil
      candidate = try Self.candidate(path, of: base.kind)
      let others = try candidate.scenarios(matching: options.filter)
      if scenarios.isEmpty, others.isEmpty { throw base.emptied(by: options.filter) }
      pairs = try Matching.runs(
        scenarios, others, names: (base.name, candidate.name))
      sweeps = []
    } else {
      let dimension = try Dimension.named(options.by ?? "topology", option: "--by")
      by = dimension
      candidate = base
      if scenarios.isEmpty { throw base.emptied(by: options.filter) }
      pairs = try Matching.levels(scenarios, by: dimension, base: options.base)
      sweeps = SizeSweep.all(pairs, by: dimension)
    }
    metric = try base.kind.metric(option: options.metric ?? base.kind.leading.name)
    groupedBy = by == .design ? .workload : .design
    geomeans = Geomean.all(pairs, metric, groupedBy)
    warnings = ComparisonWarnings.all(
      by: by, base: base, candidate: candidate, pairs: pairs, metric: metric)
  }

  private static func candidate(_ path: String, of kind: RunKind) throws -> MeasuredRun {
    guard try RunKind(of: path, option: "CANDIDATE") == kind else {
      throw PlanError.unusable(
        option: "CANDIDATE", path: path,
        reason: "must be made by '\(Executable.name) \(kind.command)', as the base is")
    }
    return try MeasuredRun(reading: path, option: "CANDIDATE", kind: kind)
  }
}

// MARK: - Rows

extension Comparison {
  var rows: [CompareRow] {
    pairs.flatMap { CompareRow.rows(of: $0, by: by) }
  }

  /// Writes `compare.csv` into the candidate's directory.
  ///
  /// - Throws: An error if the directory cannot be written.
  package func write() throws {
    let path = candidate.path
    do { try WholeFile.write(csv, to: "\(path)/\(CompareRow.fileName)") } catch {
      throw PlanError.failed(
        option: path == base.path ? "RUN" : "CANDIDATE", path: path,
        reason: "must be a directory in which compare.csv can be written", error)
    }
  }

  /// The text of `compare.csv`.
  package var csv: String { CSVFormat.text(rows) }

  /// Returns a JSON object with the columns of the file.
  package func json() throws -> String {
    try JSONText.object(["comparisons": JSONText.rows(rows), "warnings": warnings])
  }
}

/// The geometric mean of the ratios of one metric over the scenarios of a design or a workload.
struct Geomean {
  let baseLevel: String
  let level: String
  /// The design or the workload.
  let group: String
  let comparisons: Int
  let mean: IndependentComparison

  static func all(
    _ pairs: [ScenarioPair], _ metric: any ComparedMetric, _ dimension: Dimension
  ) -> [Geomean] {
    let groups = OrderedDictionary(grouping: pairs.filter { !$0.verdict.isInvalid }) { pair in
      [pair.baseLevel, pair.level, dimension.level(of: pair.candidate.dimensions)]
    }
    return groups.compactMap { names, pairs in
      let comparisons = pairs.compactMap { $0[metric]?.comparison }
      return IndependentComparison.geometricMean(of: comparisons).map { mean in
        Geomean(
          baseLevel: names[0], level: names[1], group: names[2], comparisons: comparisons.count,
          mean: mean)
      }
    }
  }
}
