import FlowResults
import OrderedCollections
import PlainText

/// Further differences of two sides, and comparisons that were not possible; a line for each.
enum ComparisonWarnings {
  static func all(
    by: Dimension?, base: MeasuredRun, candidate: MeasuredRun, pairs: [ScenarioPair],
    metric: any ComparedMetric
  ) -> [String] {
    var lines: [String] = []
    if let by {
      lines += varying(with: by, pairs)
      if base.shardCount > 1 {
        lines.append(
          "measured in \(base.shardCount) shards: scenarios of different shards are not compared")
      }
      lines += warnings(of: base)
    } else {
      lines += differences(base.run, candidate.run)
      lines += warnings(of: base) + warnings(of: candidate)
      lines += missing(base, candidate)
      if !base.isVirtual || !candidate.isVirtual {
        lines.append(
          "runs made one after the other: what the machine did in between counts as a difference"
            + (base.kind == .samples ? "; 'make check BASE=…' runs both in pairs" : ""))
      }
    }
    lines += withoutRatio(pairs, metric)
    lines += sides(pairs)
    let invalid = pairs.filter(\.verdict.isInvalid)
    if !invalid.isEmpty {
      lines.append(
        "\(invalid.count) of \(CountText.text(pairs.count, "comparison")) invalid on a side: "
          + "the verdict says which, compare.csv why")
    }
    return lines
  }

  /// Pairs without a ratio because a time is 0, as in virtual time.
  private static func withoutRatio(
    _ pairs: [ScenarioPair], _ metric: any ComparedMetric
  ) -> [String] {
    guard metric.tolerance == nil else { return [] }
    let count = pairs.count {
      !$0.verdict.isInvalid && $0[metric].map { $0.comparison == nil } == true
    }
    return count == 0
      ? [] : ["\(metric.name) is 0 on a side of \(count) of \(pairs.count): 0 has no ratio"]
  }

  /// Dependent dimensions that differ within pairs.
  private static func varying(with by: Dimension, _ pairs: [ScenarioPair]) -> [String] {
    by.dependents.compactMap { dependent in
      let count = pairs.count {
        dependent.level(of: $0.base.dimensions) != dependent.level(of: $0.candidate.dimensions)
      }
      return count == 0
        ? nil : "\(dependent.rawValue) varies with \(by.rawValue) in \(count) of \(pairs.count)"
    }
  }

  /// Sides whose times have a warning, and pairs with different queue lengths.
  private static func sides(_ pairs: [ScenarioPair]) -> [String] {
    var lines: [String] = []
    let sides = OrderedDictionary(
      pairs.flatMap { [("base", $0.base), ("candidate", $0.candidate)] }
        .map { side, scenario in ("\(scenario.id), \(side)", scenario) }
    ) { first, _ in first }
    let doubtful = sides.compactMap { name, scenario in scenario.warning.map { (name, $0) } }
    if let (name, warning) = doubtful.first {
      lines.append(
        "doubtful: \(doubtful.count) of "
          + "\(CountText.text(sides.count, pairs[0].base.kind.noun)), as compare.csv says; "
          + "\(name): \(warning)")
    }
    let unlike = pairs.filter { Set($0.base.limits) != Set($0.candidate.limits) }
    if let first = unlike.first {
      lines.append(
        "max_queue differs too in \(unlike.count) of \(pairs.count): "
          + "\(first.base.limits.joined(separator: ", ")) in the base, "
          + "\(first.candidate.limits.joined(separator: ", ")) in the candidate")
    }
    return lines
  }

  private static func warnings(of run: MeasuredRun) -> [String] {
    // Where time jumps nothing depends on the machine.
    // Trials that were disturbed are named with what is compared.
    let warning = run.run.warning(without: [RunRow.otherProcesses])
    var lines =
      warning.isEmpty || run.isVirtual ? [] : ["\(run.run.runID) is doubtful: \(warning)"]
    if run.run.loadAfter == nil { lines.append("\(run.run.runID) was not finished") }
    return lines
  }

  private static func differences(_ base: RunRow, _ candidate: RunRow) -> [String] {
    let facts = [
      "swift_version", "build_mode", "system", "cpu_model", "cpu_count", "governor", "allocator",
      "suite", "seed", "tool_version", "allowed_cores", "transparent_huge_pages",
    ]
    return RunRow.columns.filter { facts.contains($0.name) }.compactMap { column in
      let (first, second) = (column.cell(base), column.cell(candidate))
      return first == second
        ? nil : "\(column.name) differs too: '\(first)' in the base, '\(second)' in the candidate"
    }
  }

  private static func missing(_ base: MeasuredRun, _ candidate: MeasuredRun) -> [String] {
    let lost: [String] = base.scenarios.keys.filter { candidate.scenarios[$0] == nil }
    let new: [String] = candidate.scenarios.keys.filter { base.scenarios[$0] == nil }
    func line(_ ids: [String], _ side: String) -> [String] {
      guard let first = ids.first else { return [] }
      let more = ids.count > 1 ? " and \(ids.count - 1) more" : ""
      return ["only the \(side) has \(first)\(more)"]
    }
    return line(lost, "base") + line(new, "candidate")
  }
}

extension MeasuredScenario {
  /// The maximum queue lengths of its processes.
  fileprivate var limits: [String] {
    Array(OrderedSet(loads.map { load in load.maxQueue.map { "\($0)" } ?? "none" }))
  }
}
