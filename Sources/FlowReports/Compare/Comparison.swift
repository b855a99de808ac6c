package import FlowResults
import Measurement
import OrderedCollections
import PlainText

/// What a person asked of `flowbench compare`.
package struct CompareOptions: Sendable {
  /// The directory of the run, or of the base.
  package var run: String
  /// The directory of the run that is held against it; `nil`: levels of one run are compared.
  package var candidate: String?
  /// The dimension whose levels are compared.
  package var by: String?
  /// The level that the others are held against.
  package var base: String?
  /// The dimension by which geometric means are taken.
  package var group: String?
  /// A regular expression that a scenario's id, or its load, must match somewhere.
  package var filter: String?
  /// The metric that the table shows.
  package var metric: String?

  /// Compares levels of the newest run.
  package static let newest = "results/latest"

  /// What loads are compared by, for a reader.
  package static let loadMetrics = LoadMetric.compared.map(\.name).joined(separator: ", ")

  /// Asks for nothing but a run.
  package init(run: String = CompareOptions.newest) { self.run = run }
}

/// Scenarios held against each other: levels of one run, or two runs.
package struct Comparison {
  /// What differs within each pair; `nil` when two runs are compared.
  let by: Dimension?
  let base: MeasuredRun
  let candidate: MeasuredRun
  let pairs: [ScenarioPair]
  /// Empty when two runs are compared.
  let sweeps: [SizeSweep]
  let groupedBy: Dimension
  let geomeans: [GeomeanRow]
  /// The metric that tables show.
  let metric: any ComparedMetric
  /// What else differs, and what could not be compared.
  let warnings: [String]

  /// Reads the runs and compares.
  ///
  /// - Throws: `PlanError`; nothing has been written then.
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

  /// Writes `compare.csv`, `geomeans.csv` and, for levels, `crossings.csv` beside the candidate's
  /// other files.
  ///
  /// - Throws: `PlanError` when the directory cannot be written.
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

  /// Everything as JSON: objects with the columns of `compare.csv`, `geomeans.csv` and
  /// `crossings.csv`.
  ///
  /// - Throws: What the encoder throws.
  package func json() throws -> String {
    try JSONText.object([
      "comparisons": JSONText.rows(rows), "geomeans": JSONText.rows(geomeans),
      "crossings": JSONText.rows(crossingRows), "warnings": warnings,
    ])
  }
}

extension SizeSweep {
  /// A row for each crossing, or one that says that there is none.
  func rows(by: Dimension?, runID: String) -> [CrossingRow] {
    var row = CrossingRow()
    row.runID = runID
    row.by = by?.rawValue ?? ""
    row.baseLevel = baseLevel
    row.level = level
    row.along = along.rawValue
    row.surroundings = surroundings(by: by)
    if by != .design { row.design = pairs[0].candidate.dimensions.design }
    if by != .workload { row.workload = pairs[0].candidate.dimensions.workload }
    row.smallestSize = sizes.first
    row.largestSize = sizes.last
    row.ratioAtSmallestSize = ratios.first
    row.ratioAtLargestSize = ratios.last
    row.baseExponent = baseGrowth?.exponent
    row.baseExponentLow = baseGrowth?.exponentLow
    row.baseExponentHigh = baseGrowth?.exponentHigh
    row.exponent = growth?.exponent
    row.exponentLow = growth?.exponentLow
    row.exponentHigh = growth?.exponentHigh
    guard !crossings.isEmpty else { return [row] }
    return crossings.map { crossing in
      row.crossing = crossing.size
      row.crossingLow = crossing.low
      row.crossingHigh = crossing.high
      row.winnerBelow = crossing.candidateWinsAbove ? baseLevel : level
      row.winnerAbove = crossing.candidateWinsAbove ? level : baseLevel
      return row
    }
  }

  /// What all scenarios have in common, as a reader sees it: `app · uniform · inout`.
  func surroundings(by: Dimension?) -> String {
    let hidden = Set([by, along].compactMap { $0 } + (by?.dependents ?? []) + along.dependents)
    return pairs[0].candidate.description(without: hidden)
  }
}

extension MeasuredScenario {
  /// What it is, without some dimensions and those that have their plain level.
  func description(without hidden: Set<Dimension>) -> String {
    let shown: [Dimension] = [
      .workload, .features, .topology, .distribution, .views, .observers, .storage, .middlewares,
      .completion, .load, .design,
    ]
    let parts = shown.compactMap { dimension -> String? in
      let level = dimension.level(of: dimensions)
      guard !hidden.contains(dimension), !level.isEmpty else { return nil }
      switch dimension {
      case .features: return dimensions.features.map { CountText.text($0, "feature") }
      case .observers: return level == "0" ? nil : CountText.text(Int(level) ?? 0, "observer")
      case .middlewares: return level == "0" ? nil : CountText.text(Int(level) ?? 0, "middleware")
      case .topology: return [level, topologyDetail].compactMap { $0 }.joined(separator: ":")
      case .design: return hidden.contains(.affinity) ? level : label
      default: return level == dimension.plainLevel ? nil : level
      }
    }
    return parts.joined(separator: " · ")
  }

  /// The design as tables name it.
  var label: String {
    dimensions.affinity == Dimensions.free ? "\(dimensions.design)@free" : dimensions.design
  }

  private var topologyDetail: String? {
    if dimensions.topology == Dimensions.grouped { return dimensions.groups.map { "\($0)" } }
    return dimensions.depth.flatMap { $0 == 1 ? nil : "\($0)" }
  }
}
