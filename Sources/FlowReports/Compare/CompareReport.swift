import FlowResults
import Measurement
import OrderedCollections

/// A comparison for a terminal or as Markdown.
package struct CompareReport {
  private let comparison: Comparison

  package init(_ comparison: Comparison) { self.comparison = comparison }

  static let width = 112

  package var text: String { text(isColoured: StandardOutput.wantsColours) }

  func text(isColoured: Bool) -> String {
    document.text(width: Self.width, isColoured: isColoured)
  }

  package var markdown: String { document.markdown }

  /// The table, growth and crossings, geometric means, warnings, and legend.
  private var document: ReportDocument {
    ReportDocument(
      blocks: [.heading("Compared \(title)"), .table(title: "", table)]
        + sweepTables.map { .table(title: $0, $1) }
        + [
          .list(
            title: "growth of \(kind.leading.name), with 95 % intervals",
            Array(OrderedSet(comparison.sweeps.flatMap(\.growths)))),
          .list(
            title: "geometric means of \(comparison.metric.name) by "
              + comparison.groupedBy.rawValue, geomeanLines),
          .list(title: "warnings", comparison.warnings),
          .paragraph(legend),
        ])
  }

  private var title: String {
    guard let by = comparison.by else {
      return "\(comparison.candidate.name) with \(comparison.base.name)"
    }
    let levels = OrderedSet(comparison.pairs.map(\.baseLevel)).joined(separator: ", ")
    return "by \(by.rawValue), base \(levels), of \(comparison.base.name)"
  }

  private var legend: String {
    let beside =
      switch kind {
      case .samples:
        "send, cpu: ratios of the time inside send and of processor time. allocs: difference in "
          + "allocations per action. –: not measured."
      case .loads:
        "p50, service, done/s: ratios of the median response time, of the median service time and "
          + "of the actions completed per second, which has no verdict if both sides complete all "
          + "actions that arrive. –: too few actions."
      }
    let isRate = comparison.metric.sense == .rate
    return "\(comparison.metric.name): geometric means over processes. ratio: candidate / base; "
      + "below 1 is \(isRate ? "worse" : "better"). MDE: minimum detectable effect. \(beside) "
      + "About 1 in 20 comparisons of equal costs shows a difference by chance."
  }

  private var kind: RunKind { comparison.base.kind }
}

// MARK: - The table

extension CompareReport {
  private var table: TextTable {
    let metric = comparison.metric
    let beside = kind.beside.filter { $0.title != "send" || isSendShown }
    var table = TextTable(
      ["scenario", "base", "candidate", "ratio", "95 % interval", "MDE"] + beside.map(\.title)
        + ["verdict"])
    let blocks = OrderedDictionary(grouping: comparison.pairs) { block(of: $0) }
    for (block, pairs) in blocks {
      table.add([block], .heading)
      for pair in pairs {
        let name = "  " + row(of: pair)
        guard !pair.verdict.isInvalid else {
          let empty = [String](repeating: "", count: 5 + beside.count)
          table.add([name] + empty + [pair.verdict.name], .invalid)
          continue
        }
        let found = pair[metric]
        let interval = found?.comparison?.interval().map {
          "\(TextTable.number($0.low)) … \(TextTable.number($0.high))"
        }
        let mde = found?.comparison?.smallestVisible.map { TextTable.percent($0, sign: false) }
        table.add(
          [
            name, metric.text(found?.base), metric.text(found?.candidate),
            TextTable.number(found?.comparison?.ratio), interval ?? "–", mde ?? "–",
          ] + beside.map { _, metric in cell(pair[metric]) }
            + [isLeading ? pair.verdict.name : found?.verdictName ?? ""],
          mark(pair))
      }
    }
    return table
  }

  /// A Boolean value that indicates whether the time inside `send` differs from the elapsed time.
  private var isSendShown: Bool {
    comparison.pairs.contains {
      $0[SummaryMetric.send]?.comparison?.ratio != $0[SummaryMetric.wall]?.comparison?.ratio
    }
  }

  private func cell(_ found: MetricComparison?) -> String {
    guard let found, found.metric.sense == .count else {
      return TextTable.number(found?.comparison?.ratio)
    }
    let more = found.candidate - found.base
    return (more > 0 ? "+" : "") + TextTable.number(more)
  }

  /// Returns the levels that the rows of a block share.
  private func block(of pair: ScenarioPair) -> String {
    let by = comparison.by
    let name = pair.candidate.description(
      without: Set([.design, .affinity] + [by].compactMap { $0 } + (by?.dependents ?? [])))
    return name.isEmpty ? "all" : name
  }

  /// Returns the levels that distinguish a row from the others of its block.
  private func row(of pair: ScenarioPair) -> String {
    switch comparison.by {
    case nil, .design: pair.candidate.label
    case .affinity: "\(pair.candidate.dimensions.design)  \(pair.level)"
    default: "\(pair.candidate.label)  \(pair.level)"
    }
  }

  /// A Boolean value that indicates whether the table shows the metric that determines the verdict.
  private var isLeading: Bool { comparison.metric.name == kind.leading.name }

  private func mark(_ pair: ScenarioPair) -> TextTable.Mark {
    switch isLeading ? pair.verdict.name : pair[comparison.metric]?.verdict?.name ?? "" {
    case Verdict.slower.name: .invalid
    case Verdict.faster.name: .best
    default: .plain
    }
  }
}

// MARK: - Growth and means

extension CompareReport {
  /// A table for each two levels and dimension of sizes, with its title.
  private var sweepTables: [(title: String, table: TextTable)] {
    let groups = OrderedDictionary(grouping: comparison.sweeps) { sweep in
      [sweep.level, sweep.baseLevel, sweep.along.rawValue]
    }
    return groups.map { names, sweeps in
      let (level, base, along) = (names[0], names[1], names[2])
      var table = TextTable(["scenario", "smallest", "largest", "cheaper"])
      for sweep in sweeps {
        table.add([
          "  " + sweep.surroundings(by: comparison.by), end(sweep.ratios.first, sweep.sizes.first),
          end(sweep.ratios.last, sweep.sizes.last), cheaper(sweep),
        ])
      }
      return ("\(level) / \(base) by \(along)", table)
    }
  }

  private func end(_ ratio: Double?, _ size: Int?) -> String {
    "\(TextTable.number(ratio)) at \(TextTable.count(size))"
  }

  /// Returns the cheaper level, by size if it changes.
  private func cheaper(_ sweep: SizeSweep) -> String {
    guard !sweep.crossings.isEmpty else {
      if sweep.ratios.allSatisfy({ $0 < 1 }) { return "\(sweep.level) at all sizes" }
      if sweep.ratios.allSatisfy({ $0 > 1 }) { return "\(sweep.baseLevel) at all sizes" }
      return "undecided"
    }
    return sweep.crossings.map { crossing in
      let low = crossing.low.map { TextTable.number($0) } ?? "…"
      let high = crossing.high.map { TextTable.number($0) } ?? "…"
      return "\(crossing.candidateWinsAbove ? sweep.level : sweep.baseLevel) from "
        + "\(TextTable.number(crossing.size)) (\(low) to \(high))"
    }.joined(separator: ", ")
  }

  private var geomeanLines: [String] {
    OrderedDictionary(grouping: comparison.geomeans, by: { $0.level }).map { level, rows in
      let head = comparison.by == nil ? "" : "\(level) / \(rows[0].baseLevel): "
      return head
        + rows.map { row in
          let interval = row.mean.interval().map {
            " (\(TextTable.number($0.low)) … \(TextTable.number($0.high)))"
          }
          let text =
            "\(row.group) × \(TextTable.number(row.mean.ratio))\(interval ?? "") "
            + "of \(row.comparisons)"
          // A line is broken between groups only.
          return text.replacing(" ", with: "\u{A0}")
        }.joined(separator: ", ")
    }
  }
}
