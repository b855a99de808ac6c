import FlowResults
import Measurement
import OrderedCollections

/// A comparison for a terminal or as Markdown.
package struct CompareReport {
  private let comparison: Comparison

  package init(_ comparison: Comparison) { self.comparison = comparison }

  static let width = 112

  /// The sides of the comparison in one line.
  private var title: String {
    guard let by = comparison.by else {
      return "\(comparison.candidate.run.runID) against \(comparison.base.run.runID)"
    }
    let levels = OrderedSet(comparison.pairs.map(\.baseLevel)).joined(separator: ", ")
    return "by \(by.rawValue), base \(levels), of \(comparison.base.run.runID)"
  }

  /// The table, growth and crossings, geometric means, and warnings.
  package var text: String { text(isColoured: StandardOutput.wantsColours) }

  func text(isColoured: Bool) -> String {
    var text = title + "\n\n"
    text += table.text(width: Self.width, isColoured: isColoured) + "\n"
    for (title, table) in sweepTables {
      text += title + ":\n" + table.text(width: Self.width, isColoured: isColoured) + "\n"
    }
    text += section(geomeanTitle + ":", geomeanLines)
    text += section("warnings:", comparison.warnings)
    return text + legend.joined(separator: "\n") + "\n"
  }

  /// The same as Markdown.
  package var markdown: String {
    var text = "### Compared \(title)\n\n" + table.markdown + "\n"
    func list(_ title: String, _ lines: [String]) {
      guard !lines.isEmpty else { return }
      text += "**\(title)**\n\n" + lines.map { "- \($0)\n" }.joined() + "\n"
    }
    for (title, table) in sweepTables { text += "**\(title)**\n\n" + table.markdown + "\n" }
    list(geomeanTitle, geomeanLines)
    list("Warnings", comparison.warnings)
    return text + legend.joined(separator: " ") + "\n"
  }

  private func section(_ title: String, _ lines: [String]) -> String {
    guard !lines.isEmpty else { return "" }
    let wrapped = lines.flatMap { line in
      TextWrap.lines(line, width: Self.width - 4).enumerated().map { index, part in
        (index == 0 ? "  " : "    ") + part.replacing("\u{A0}", with: " ")
      }
    }
    return title + "\n" + wrapped.joined(separator: "\n") + "\n\n"
  }

  private var legend: [String] {
    let beside =
      switch kind {
      case .samples:
        "send, cpu: ratios of the time inside send and of processor time; allocs: allocations more "
          + "for each action; –: not measured."
      case .loads:
        "p50, service, done/s: ratios of the median response, of the median service time and of the "
          + "actions done a second: where both sides keep up that is what was asked for, and has no "
          + "verdict; –: too few actions to know."
      }
    return TextWrap.lines(
      "\(comparison.metric.name): geometric means over processes; ratio: candidate / base, below 1 "
        + "is less\(comparison.metric.sense == .rate ? ", which is worse" : ""); MDE: the minimum "
        + "detectable effect; \(beside) Of 20 comparisons of equals about one is "
        + "called different by chance.", width: 100)
  }

  private var kind: RunKind { comparison.base.kind }
}

// MARK: - The table

extension CompareReport {
  private var table: TextTable {
    let isSendShown = comparison.pairs.contains {
      $0[SummaryMetric.send]?.comparison?.ratio != $0[SummaryMetric.wall]?.comparison?.ratio
    }
    var columns = columns
    if !isSendShown { columns.removeAll { $0.title == "send" } }
    var table = TextTable(["scenario"] + columns.map(\.title) + ["verdict"])
    let blocks = OrderedDictionary(grouping: comparison.pairs) { block(of: $0) }
    for (block, pairs) in blocks {
      table.add([block], .heading)
      for pair in pairs {
        let name = "  " + row(of: pair)
        guard !pair.verdict.isInvalid else {
          table.add([name] + columns.map { _ in "" } + ["invalid"], .invalid)
          continue
        }
        table.add(
          [name] + columns.map { $0.cell(pair) } + [verdict(pair)],
          mark(pair))
      }
    }
    return table
  }

  private typealias Column = (title: String, cell: (ScenarioPair) -> String)

  private var columns: [Column] {
    let metric = comparison.metric
    let leading: [Column] = [
      ("base", { metric.text($0[metric]?.base) }),
      ("candidate", { metric.text($0[metric]?.candidate) }),
      ("ratio", { TextTable.number($0[metric]?.comparison?.ratio) }),
      (
        "95 % interval",
        {
          $0[metric]?.comparison?.interval().map {
            "\(TextTable.number($0.low)) … \(TextTable.number($0.high))"
          } ?? "–"
        }
      ),
      (
        "MDE",
        {
          $0[metric]?.comparison?.smallestVisible.map {
            TextTable.percent($0, sign: false)
          } ?? "–"
        }
      ),
    ]
    return leading
      + kind.beside.map { title, metric, isDifference in
        (
          title,
          { pair in
            let found = pair[metric]
            guard isDifference else { return TextTable.number(found?.comparison?.ratio) }
            return found.map { found in
              let more = found.candidate - found.base
              return (more > 0 ? "+" : "") + TextTable.number(more)
            } ?? "–"
          }
        )
      }
  }

  /// The dimensions that the rows of a block share.
  private func block(of pair: ScenarioPair) -> String {
    let by = comparison.by
    let name = pair.candidate.description(
      without: Set([.design, .affinity] + [by].compactMap { $0 } + (by?.dependents ?? [])))
    return name.isEmpty ? "all" : name
  }

  /// The dimensions that distinguish a row from the others of its block.
  private func row(of pair: ScenarioPair) -> String {
    switch comparison.by {
    case nil: pair.candidate.label
    case .design: pair.candidate.label
    case .affinity: "\(pair.candidate.dimensions.design)  \(pair.level)"
    default: "\(pair.candidate.label)  \(pair.level)"
    }
  }

  private func verdict(_ pair: ScenarioPair) -> String {
    isLeading ? pair.verdict.name : pair[comparison.metric]?.verdictName ?? ""
  }

  /// A Boolean value that indicates whether the table shows the metric that decides the verdict.
  private var isLeading: Bool { comparison.metric.name == kind.leading.name }

  private func mark(_ pair: ScenarioPair) -> TextTable.Mark {
    let verdict: Verdict? =
      switch pair.verdict {
      case .timed(let verdict) where isLeading: verdict
      case .invalid: nil
      default: isLeading ? nil : pair[comparison.metric]?.verdict
      }
    return switch verdict {
    case .slower: .invalid
    case .faster: .best
    default: .plain
    }
  }
}

// MARK: - Growth and means

extension CompareReport {
  /// A table for each pair of levels and size, with its title.
  private var sweepTables: [(title: String, table: TextTable)] {
    let groups = OrderedDictionary(grouping: comparison.sweeps) { sweep in
      [sweep.level, sweep.baseLevel, sweep.along.rawValue]
    }
    return groups.map { names, sweeps in
      let (level, base, along) = (names[0], names[1], names[2])
      var table = TextTable([
        "scenario", "smallest", "largest", "cheaper", "\(base) grows", "\(level) grows",
      ])
      for sweep in sweeps {
        table.add([
          "  " + sweep.surroundings(by: comparison.by), end(sweep.ratios.first, sweep.sizes.first),
          end(sweep.ratios.last, sweep.sizes.last), cheaper(sweep), exponent(sweep.baseGrowth),
          exponent(sweep.growth),
        ])
      }
      return ("\(level) / \(base) along \(along)", table)
    }
  }

  private func end(_ ratio: Double?, _ size: Int?) -> String {
    "\(TextTable.number(ratio)) at \(size.map { "\($0)" } ?? "–")"
  }

  /// The cheaper side by size.
  private func cheaper(_ sweep: SizeSweep) -> String {
    guard !sweep.crossings.isEmpty else {
      if sweep.ratios.allSatisfy({ $0 < 1 }) { return "\(sweep.level) throughout" }
      if sweep.ratios.allSatisfy({ $0 > 1 }) { return "\(sweep.baseLevel) throughout" }
      return "too close to call"
    }
    return sweep.crossings.map { crossing in
      let low = crossing.low.map { TextTable.number($0) } ?? "…"
      let high = crossing.high.map { TextTable.number($0) } ?? "…"
      return "\(crossing.candidateWinsAbove ? sweep.level : sweep.baseLevel) from "
        + "\(TextTable.number(crossing.size)) (\(low) to \(high))"
    }.joined(separator: ", ")
  }

  /// `n^0.42 ±0.05`.
  private func exponent(_ fit: PowerLawFit?) -> String {
    fit.map { fit in
      "n^\(Decimals.text(fit.exponent, places: 2))"
        + " ±\(Decimals.text((fit.exponentHigh - fit.exponentLow) / 2, places: 2))"
    } ?? "–"
  }

  private var geomeanTitle: String {
    "geometric means of \(comparison.metric.name) by \(comparison.groupedBy.rawValue)"
  }

  private var geomeanLines: [String] {
    OrderedDictionary(grouping: comparison.geomeans, by: { $0.level }).map { level, rows in
      let head = comparison.by == nil ? "" : "\(level) / \(rows[0].baseLevel): "
      return head
        + rows.map { row in
          let interval = row.intervalLow.map {
            " (\(TextTable.number($0)) … \(TextTable.number(row.intervalHigh)))"
          }
          let text =
            "\(row.group) × \(TextTable.number(row.ratio))\(interval ?? "") of \(row.comparisons ?? 0)"
          return text.replacing(" ", with: "\u{A0}")
        }.joined(separator: ", ")
    }
  }
}
