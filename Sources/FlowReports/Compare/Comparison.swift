package import FlowResults
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
  /// The dimension of the geometric means.
  package var group: String?
  /// A regular expression that a scenario's id, or its load, must match somewhere.
  package var filter: String?
  /// The metric of the table.
  package var metric: String?

  /// The directory of the newest run.
  package static let newest = "results/latest"

  /// The metrics of loads, for a reader.
  package static let loadMetrics = LoadMetric.compared.map(\.name).joined(separator: ", ")

  /// Compares levels of a run.
  package init(run: String = CompareOptions.newest) { self.run = run }
}

/// Compared scenarios: levels of one run, or two runs.
package struct Comparison {
  /// The dimension that differs within each pair; `nil` for two runs.
  let by: Dimension?
  let base: MeasuredRun
  let candidate: MeasuredRun
  let pairs: [ScenarioPair]
  /// Empty for two runs.
  let sweeps: [SizeSweep]
  let groupedBy: Dimension
  let geomeans: [GeomeanRow]
  /// The metric of tables.
  let metric: any ComparedMetric
  /// Further differences, and comparisons that were not possible.
  let warnings: [String]

  /// Reads the runs and compares.
  ///
  /// - Throws: `PlanError` before anything is written.
  package init(_ options: CompareOptions) throws(PlanError) {
    let filter = try MeasuredRun.filter(options.filter)
    if let path = options.candidate {
      if let by = options.by {
        throw .conflict(
          option: "--by", rule: "must not be given with two runs: they differ as wholes",
          value: "'\(by)'")
      }
      if let base = options.base {
        throw .conflict(
          option: "--base", rule: "must not be given with two runs: the first is the base",
          value: "'\(base)'")
      }
      by = nil
      let kind = try RunKind(of: options.run, option: "BASE")
      base = try MeasuredRun(reading: options.run, option: "BASE", kind: kind)
      guard try RunKind(of: path, option: "CANDIDATE") == kind else {
        throw .unusable(
          option: "CANDIDATE", path: path,
          reason: "must be \(kind.description), made by '\(kind.command)', as the base is")
      }
      candidate = try MeasuredRun(reading: path, option: "CANDIDATE", kind: kind)
      let sides = [base, candidate].map { $0.scenarios(matching: filter) }
      if sides.allSatisfy(\.isEmpty) { throw base.emptied(by: options.filter) }
      pairs = try Matching.runs(
        sides[0], sides[1],
        names: (base.run.runID, candidate.run.runID))
      sweeps = []
    } else {
      let dimension = try Dimension.named(options.by ?? "topology", option: "--by")
      by = dimension
      base = try MeasuredRun(
        reading: options.run, option: "RUN", kind: try RunKind(of: options.run, option: "RUN"))
      candidate = base
      let scenarios = base.scenarios(matching: filter)
      guard !scenarios.isEmpty else {
        throw base.emptied(by: options.filter)
      }
      pairs = try Matching.levels(scenarios, by: dimension, base: options.base)
      sweeps = SizeSweep.all(pairs, by: dimension)
    }
    let kind = base.kind
    metric =
      try options.metric.map { name throws(PlanError) in try kind.metric(option: name) }
      ?? kind.leading
    groupedBy =
      try options.group.map { name throws(PlanError) in
        try Dimension.named(name, option: "--group")
      } ?? (by == .design ? .workload : .design)
    geomeans = Self.geomeans(
      pairs, metric, groupedBy, by: by?.rawValue ?? "run", candidate.run.runID, base.run.runID)
    warnings = ComparisonWarnings.all(
      by: by, base: base, candidate: candidate, pairs: pairs, metric: metric)
  }

  private static func geomeans(
    _ pairs: [ScenarioPair], _ metric: any ComparedMetric, _ dimension: Dimension, by: String,
    _ runID: String, _ baseRunID: String
  ) -> [GeomeanRow] {
    let valid = pairs.filter { !$0.verdict.isInvalid }
    let levels = OrderedDictionary(grouping: valid) { pair in
      [pair.baseLevel, pair.level, dimension.level(of: pair.candidate.dimensions)]
    }
    return levels.compactMap { names, pairs in
      let comparisons = pairs.compactMap { $0[metric]?.comparison }
      guard let mean = IndependentComparison.geometricMean(of: comparisons) else { return nil }
      var row = GeomeanRow()
      row.runID = runID
      row.baseRunID = baseRunID
      row.by = by
      row.baseLevel = names[0]
      row.level = names[1]
      row.groupedBy = dimension.rawValue
      row.group = names[2]
      row.metric = metric.name
      row.comparisons = comparisons.count
      row.ratio = mean.ratio
      row.intervalLow = mean.interval()?.low
      row.intervalHigh = mean.interval()?.high
      return row
    }
  }
}

// MARK: - Rows

extension Comparison {
  var rows: [CompareRow] {
    pairs.flatMap {
      CompareRow.rows(
        of: $0, by: by?.rawValue ?? "run", candidate.run.runID, base.run.runID)
    }
  }

  var crossingRows: [CrossingRow] {
    sweeps.flatMap { $0.rows(by: by, runID: candidate.run.runID) }
  }

  /// Writes `compare.csv`, `geomeans.csv` and, for levels, `crossings.csv` into the candidate's
  /// directory.
  ///
  /// - Throws: `PlanError` if the directory cannot be written.
  package func write() throws(PlanError) {
    let path = candidate.path
    do {
      try WholeFile.write(CSVFormat.text(rows), to: "\(path)/\(CompareRow.fileName)")
      try WholeFile.write(CSVFormat.text(geomeans), to: "\(path)/\(GeomeanRow.fileName)")
      if by != nil {
        try WholeFile.write(CSVFormat.text(crossingRows), to: "\(path)/\(CrossingRow.fileName)")
      }
    } catch {
      throw .failed(
        option: candidate.path == base.path ? "RUN" : "CANDIDATE", path: path,
        reason: "must be a directory in which compare.csv can be written", error)
    }
  }

  /// `compare.csv` as text.
  package var csv: String { CSVFormat.text(rows) }

  /// Everything as JSON objects with the columns of the three files.
  package func json() throws -> String {
    try JSONText.object([
      "comparisons": JSONText.rows(rows), "geomeans": JSONText.rows(geomeans),
      "crossings": JSONText.rows(crossingRows), "warnings": warnings,
    ])
  }
}
