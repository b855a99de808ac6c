import FlowResults
import OrderedCollections
import PlainText

/// Further differences of two sides, and comparisons that were not possible; one line each.
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
      lines += differences(pairs, base, candidate) + paces(pairs)
      lines += warnings(of: base) + warnings(of: candidate)
      lines += only("the base", base, without: candidate)
      lines += only("the candidate", candidate, without: base)
      if !base.isVirtualLoad || !candidate.isVirtualLoad {
        lines.append(
          "the runs were made one after the other: changes of the machine count as differences"
            + (base.kind == .samples ? "; 'make check BASE=…' runs both in pairs" : ""))
      }
    }
    let valid = pairs.filter { !$0.verdict.isInvalid }
    let zeros = valid.count { $0[metric].map { $0.comparison == nil } == true }
    if metric.tolerance == nil, zeros > 0 {
      lines.append("\(metric.name) is 0 on a side of \(zeros) of \(pairs.count), without a ratio")
    }
    lines += sides(pairs)
    if valid.count < pairs.count {
      lines.append(
        "\(pairs.count - valid.count) of \(CountText.text(pairs.count, "comparison")) invalid; "
          + "compare.csv has the reasons")
    }
    return lines
  }

  /// Returns the dependent dimensions that differ within pairs.
  private static func varying(with by: Dimension, _ pairs: [ScenarioPair]) -> [String] {
    by.dependents.compactMap { dependent in
      let count = pairs.count {
        dependent.level(of: $0.base.dimensions) != dependent.level(of: $0.candidate.dimensions)
      }
      return count == 0
        ? nil : "\(dependent.rawValue) varies with \(by.rawValue) in \(count) of \(pairs.count)"
    }
  }

  /// Returns the sides whose times have a warning, and the pairs with different queue lengths.
  private static func sides(_ pairs: [ScenarioPair]) -> [String] {
    var lines: [String] = []
    let sides = OrderedDictionary(
      pairs.flatMap { [("base", $0.base), ("candidate", $0.candidate)] }
        .map { side, scenario in ("\(scenario.id), \(side)", scenario) }
    ) { first, _ in first }
    let unreliable = sides.compactMap { name, scenario in scenario.warning.map { (name, $0) } }
    if let (name, warning) = unreliable.first {
      lines.append(
        "\(unreliable.count) of \(CountText.text(sides.count, pairs[0].base.kind.noun)) have "
          + "warnings, which compare.csv lists; \(name): \(warning)")
    }
    let unlike = pairs.filter { Set($0.base.limits) != Set($0.candidate.limits) }
    if let first = unlike.first {
      lines.append(
        "max_queue also differs in \(unlike.count) of \(pairs.count): "
          + "\(first.base.limits.joined(separator: ", ")) in the base, "
          + "\(first.candidate.limits.joined(separator: ", ")) in the candidate")
    }
    return lines
  }

  private static func warnings(of run: MeasuredRun) -> [String] {
    run.runs.flatMap { row in
      // Virtual time does not depend on the machine, and disturbed trials are listed with their
      // side.
      let warning = row.warning(without: [RunRow.otherProcesses])
      var lines: [String] = []
      if !warning.isEmpty, !row.isVirtualLoad {
        lines.append("\(row.runID) may be unreliable: \(warning)")
      }
      if row.loadAfter == nil { lines.append("\(row.runID) was not finished") }
      return lines
    }
  }

  /// Returns the facts that differ between the machines of a pair, one line each.
  private static func differences(
    _ pairs: [ScenarioPair], _ base: MeasuredRun, _ candidate: MeasuredRun
  ) -> [String] {
    let facts = [
      "swift_version", "build_mode", "system", "cpu_model", "cpu_count", "governor", "allocator",
      "suite", "seed", "tool_version", "allowed_cores", "transparent_huge_pages",
    ]
    let machines = pairs.map { (base.machine(of: $0.base), candidate.machine(of: $0.candidate)) }
    return RunRow.columns.filter { facts.contains($0.name) }.compactMap { column in
      let cells = machines.map { (column.cell($0.0), column.cell($0.1)) }.filter { $0.0 != $0.1 }
      guard let (first, second) = cells.first else { return nil }
      let count = cells.count < pairs.count ? " in \(cells.count) of \(pairs.count)" : ""
      return "\(column.name) also differs\(count): '\(first)' in the base, '\(second)' in the "
        + "candidate"
    }
  }

  private static func only(
    _ side: String, _ run: MeasuredRun, without other: MeasuredRun
  ) -> [String] {
    let ids = run.scenarios.keys.filter { other.scenarios[$0] == nil }
    guard let first = ids.first else { return [] }
    return ["only \(side) has \(first)" + (ids.count > 1 ? " and \(ids.count - 1) more" : "")]
  }
}

extension MeasuredScenario {
  /// The maximum queue lengths of its processes.
  fileprivate var limits: [String] {
    Array(OrderedSet(loads.map { load in load.maxQueue.map { "\($0)" } ?? "none" }))
  }
}
