package import FlowResults
import OrderedCollections
import PlainText

/// A ranking of the designs of a run in a few cases, on one screen.
package struct RunSummary {
  /// The maximum number of lines.
  package static let maxLines = 24
  static let width = 100
  private static let maxCases = 5
  private static let maxDesigns = 14

  private let rows: [SummaryRow]
  /// The rows without views, middlewares and other variations, pinned to one core if there is a
  /// choice.
  private let plainRows: [SummaryRow]
  /// The plain rows by metric, design and case.
  private let found: [[String]: SummaryRow]

  /// Creates the summary from the rows of `summary.csv`.
  package init(_ rows: [SummaryRow]) {
    self.rows = rows
    plainRows = Self.plain(rows)
    found = Dictionary(
      plainRows.map { ([$0.metric, $0.dimensions.design] + Self.surroundings($0.dimensions), $0) }
    ) { first, _ in first }
  }

  /// Returns the text; `nil` if no case has two designs.
  ///
  /// - Parameter path: The directory of the run, for the commands at the end.
  package func text(of path: String, isColoured: Bool = StandardOutput.wantsColours) -> String? {
    let cases = cases
    guard let leading = cases.first(where: \.isLeading) ?? cases.first else { return nil }
    let designs = leading.designs.sorted {
      (wall($0, leading)?.estimate ?? .infinity, $0) < (
        wall($1, leading)?.estimate ?? .infinity, $1
      )
    }
    var table = TextTable(["ns/action"] + cases.map(\.title) + ["allocs"])
    let best = designs.first { $0 != Dimensions.reference }
    for design in designs.prefix(Self.maxDesigns) {
      let times = cases.map { place in
        let row = wall(design, place)
        return row?.isValid == false ? "invalid" : TextTable.number(row?.estimate)
      }
      let allocations = row(SummaryMetric.allocations, design, leading)?.estimate
      let isMarked = rows.contains { $0.dimensions.design == design && !$0.workWarnings.isEmpty }
      table.add(
        [isMarked ? "\(design) \(SummaryRow.workMark)" : design] + times + [
          TextTable.number(allocations)
        ],
        times.contains("invalid") ? .invalid : design == best ? .best : .plain)
    }
    return table.text(width: Self.width, isColoured: isColoured)
      + notes(cases, leading, hidden: max(0, designs.count - Self.maxDesigns), path)
  }
}

// MARK: - Cases

extension RunSummary {
  /// The content of a column: a scenario without its design.
  private struct Case {
    let dimensions: Dimensions
    let designs: Set<String>
    /// A Boolean value that indicates whether designs are ranked by it.
    var isLeading = false

    func matches(_ workload: String, _ topology: String, _ features: Int?) -> Bool {
      dimensions.workload == workload && dimensions.topology == topology
        && dimensions.features == features
    }

    /// The head of the column: `app ×100 each`.
    var title: String {
      var words = [dimensions.workload]
      if let features = dimensions.features, features > 1 { words.append("×\(features)") }
      switch dimensions.topology {
      case "single": break
      case "per-feature": words.append("each")
      default: words.append(dimensions.topology)
      }
      if dimensions.views != "none", !dimensions.views.isEmpty { words.append(dimensions.views) }
      return words.joined(separator: " ")
    }
  }

  /// The usual cases, or otherwise those with the most designs.
  private var cases: [Case] {
    let groups = OrderedDictionary(grouping: plainRows) { Self.surroundings($0.dimensions) }
    let all = groups.values.map { rows in
      Case(dimensions: rows[0].dimensions, designs: Set(rows.map(\.dimensions.design)))
    }.filter { $0.designs.count > 1 }
    // The largest of the apps with the most designs.
    let largest = all.filter { $0.matches("app", "single", $0.dimensions.features) }.max {
      ($0.designs.count, $0.dimensions.features ?? 0)
        < ($1.designs.count, $1.dimensions.features ?? 0)
    }?.dimensions.features
    let usual: [(String, String, Int?)] = [
      ("counter", "single", 1), ("echo", "single", 1), ("app", "single", 1),
      ("app", "single", largest), ("app", "per-feature", largest),
    ]
    var shown: [Case] = []
    for (workload, topology, features) in usual {
      guard var found = all.first(where: { $0.matches(workload, topology, features) }),
        !shown.contains(where: { $0.title == found.title })
      else { continue }
      found.isLeading = found.matches("app", "single", largest)
      shown.append(found)
    }
    guard shown.isEmpty else { return shown }
    return Array(all.sorted { $0.designs.count > $1.designs.count }.prefix(Self.maxCases))
  }

  private static func plain(_ rows: [SummaryRow]) -> [SummaryRow] {
    let rows = rows.filter {
      $0.dimensions.affinity != Dimensions.free && $0.dimensions.storage != "disk"
        && ($0.dimensions.middlewares ?? 0) == 0
        && $0.dimensions.completion != Dimensions.suspending
        && ["", "uniform"].contains($0.dimensions.distribution)
    }
    let withoutViews = rows.filter { ["", "none"].contains($0.dimensions.views) }
    return withoutViews.isEmpty ? rows : withoutViews
  }

  private static func surroundings(_ dimensions: Dimensions) -> [String] {
    [
      dimensions.workload, dimensions.topology, dimensions.features.map { "\($0)" } ?? "",
      dimensions.depth.map { "\($0)" } ?? "", dimensions.views,
      dimensions.observers.map { "\($0)" } ?? "",
    ]
  }

  private func row(_ metric: SummaryMetric, _ design: String, _ place: Case) -> SummaryRow? {
    found[[metric.name, design] + Self.surroundings(place.dimensions)]
  }

  private func wall(_ design: String, _ place: Case) -> SummaryRow? { row(.wall, design, place) }
}

// MARK: - Lines below the table

extension RunSummary {
  /// Returns how many 95 % intervals are narrow, and the widest; `nil` if no time has one.
  private static func precision(of times: [SummaryRow]) -> String? {
    let widths = times.compactMap(\.relativeHalfWidth)
    guard let widest = widths.max() else { return nil }
    let within = [3, 10].map { limit in
      "\(widths.count { $0 <= Double(limit) / 100 }) within ±\(limit) %"
    }
    return "95 % intervals of \(CountText.text(widths.count, "time")): "
      + "\(within.joined(separator: ", ")); the widest is ±\(TextTable.percent(widest, sign: false))"
  }

  private func notes(
    _ cases: [Case], _ leading: Case, hidden: Int, _ path: String
  ) -> String {
    var lines = [
      "",
      "Geometric means of processes, ranked by \(leading.title). allocs: per action in this case.",
    ]
    if cases.contains(where: { $0.dimensions.topology == "per-feature" }) {
      lines.append("each: one store per module.")
    }
    let invalid = Set(rows.filter { $0.isValid == false }.map(\.dimensions.scenario)).count
    let times = rows.filter { $0.metric == SummaryMetric.wall.name && $0.isValid != false }
    // Missing percentiles are not warnings here, because the table shows none.
    let warned = times.count { row in
      row.warning.split(separator: "; ").contains { !$0.hasPrefix("p9") }
    }
    let counts = [(invalid, "invalid"), (warned, "with warnings")].filter { $0.0 > 0 }.map {
      "\($0.0) \($0.1)"
    }
    if !counts.isEmpty {
      lines.append(
        "\(CountText.text(times.count + invalid, "measured time")): "
          + counts.joined(separator: ", "))
    }
    lines += [Self.precision(of: times)].compactMap { $0 }
    lines += SummaryRow.workWarnings(of: rows)
    let more = hidden > 0 ? "\(CountText.text(hidden, "more design")) and " : ""
    let scenarios = Set(rows.map(\.dimensions.scenario)).count
    lines += [
      "\(more)all \(CountText.text(scenarios, "scenario")): "
        + Executable.command("run", "--resume", path, "--table"),
      "claims: " + Executable.command("claims", "--run", path),
      "figures: make plot " + ShellText.quoted("RUN=\(path)"),
    ]
    return lines.joined(separator: "\n") + "\n"
  }
}
