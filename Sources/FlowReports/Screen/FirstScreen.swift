package import FlowResults
import OrderedCollections
import PlainText

/// The summary of a run: a ranking in a few cases, on one screen.
package struct FirstScreen {
  /// The maximum number of lines.
  package static let maxLines = 24
  static let width = 100
  /// The maximum number of columns for cases.
  private static let maxCases = 5
  /// The maximum number of rows for designs.
  private static let maxRows = 14

  private let rows: [SummaryRow]
  /// The rows without views, middlewares and other variations, on one core if there is a choice.
  private let plainRows: [SummaryRow]
  /// The plain rows by metric, design and case.
  private let found: [[String]: SummaryRow]

  /// Creates the screen from the rows of `summary.csv`.
  package init(_ rows: [SummaryRow]) {
    self.rows = rows
    plainRows = Self.plain(rows)
    found = Dictionary(
      plainRows.map { ([$0.metric, $0.dimensions.design] + Self.surroundings($0.dimensions), $0) }
    ) { first, _ in first }
  }

  /// The screen; `nil` with fewer than two designs in any case.
  ///
  /// - Parameter path: The directory of the run, for the commands below.
  package func text(of path: String, isColoured: Bool = StandardOutput.wantsColours) -> String? {
    let cases = cases
    guard let leading = cases.first(where: \.isLeading) ?? cases.first else { return nil }
    let designs = ranked(by: leading)
    let topologies = ratioOfTopologies(in: cases)
    var table = TextTable(
      ["ns/action"] + cases.map(\.title) + (topologies == nil ? [] : ["one/each"]) + ["allocs"])
    let best = designs.first { $0 != Dimensions.reference }
    for design in designs.prefix(Self.maxRows) {
      let times = cases.map { cell(design, $0) }
      let ratio = topologies.map { one, each in
        [quotient(wall(design, one), wall(design, each))]
      }
      let allocations = metric(SummaryMetric.allocations.name, design, leading)?.median
      table.add(
        [design] + times + (ratio ?? []) + [TextTable.number(allocations)],
        times.contains("invalid") ? .invalid : design == best ? .best : .plain)
    }
    return table.text(width: Self.width, isColoured: isColoured)
      + notes(cases, leading, hidden: designs.count - min(designs.count, Self.maxRows), path)
  }

  // MARK: - Cases

  /// The content of a column: a scenario without its design.
  private struct Case {
    let dimensions: Dimensions
    let designs: Set<String>
    /// A Boolean value that indicates whether designs are ranked by it.
    var isLeading = false

    /// `app ×100 each`.
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

  /// The shown cases: the most telling ones, otherwise those with the most designs.
  private var cases: [Case] {
    let groups = OrderedDictionary(grouping: plainRows) { Self.surroundings($0.dimensions) }
    let all = groups.values.map { rows in
      Case(dimensions: rows[0].dimensions, designs: Set(rows.map(\.dimensions.design)))
    }.filter { $0.designs.count > 1 }
    let apps = all.filter {
      $0.dimensions.workload == "app" && $0.dimensions.topology == "single"
    }
    // Of those that hold the most designs the largest.
    let largest = apps.max {
      ($0.designs.count, $0.dimensions.features ?? 0)
        < ($1.designs.count, $1.dimensions.features ?? 0)
    }?.dimensions.features
    var shown: [Case] = []
    for (workload, topology, features) in [
      ("counter", "single", 1), ("echo", "single", 1), ("app", "single", 1),
      ("app", "single", largest), ("app", "per-feature", largest),
    ] as [(String, String, Int?)] {
      let found = all.first {
        $0.dimensions.workload == workload && $0.dimensions.topology == topology
          && $0.dimensions.features == features
      }
      guard var found, !shown.contains(where: { $0.title == found.title }) else { continue }
      found.isLeading = workload == "app" && topology == "single" && features == largest
      shown.append(found)
    }
    if shown.isEmpty {
      shown = Array(all.sorted { $0.designs.count > $1.designs.count }.prefix(Self.maxCases))
    }
    return shown
  }

  private static func plain(_ rows: [SummaryRow]) -> [SummaryRow] {
    let rows = rows.filter {
      $0.dimensions.affinity != Dimensions.free && $0.dimensions.storage != "disk"
        && ($0.dimensions.middlewares ?? 0) == 0
        && $0.dimensions.completion != Dimensions.suspending
        && ["", "uniform"].contains($0.dimensions.distribution)
    }
    let silent = rows.filter { ["", "none"].contains($0.dimensions.views) }
    return silent.isEmpty ? rows : silent
  }

  private static func surroundings(_ dimensions: Dimensions) -> [String] {
    [
      dimensions.workload, dimensions.topology, dimensions.features.map { "\($0)" } ?? "",
      dimensions.groups.map { "\($0)" } ?? "", dimensions.depth.map { "\($0)" } ?? "",
      dimensions.views, dimensions.observers.map { "\($0)" } ?? "",
    ]
  }

  /// A single store and a store for each feature, of the same size.
  private func ratioOfTopologies(in cases: [Case]) -> (one: Case, each: Case)? {
    guard let each = cases.first(where: { $0.dimensions.topology == "per-feature" }),
      let one = cases.first(where: {
        $0.dimensions.topology == "single" && $0.dimensions.workload == each.dimensions.workload
          && $0.dimensions.features == each.dimensions.features
      })
    else { return nil }
    return (one, each)
  }

  // MARK: - Numbers

  /// The designs by their time in the leading case.
  private func ranked(by leading: Case) -> [String] {
    let designs = OrderedSet(plainRows.map(\.dimensions.design)).filter {
      leading.designs.contains($0)
    }
    return designs.sorted {
      (wall($0, leading) ?? .infinity, $0) < (wall($1, leading) ?? .infinity, $1)
    }
  }

  private func metric(_ name: String, _ design: String, _ place: Case) -> SummaryRow? {
    found[[name, design] + Self.surroundings(place.dimensions)]
  }

  private func wall(_ design: String, _ place: Case) -> Double? {
    metric(SummaryMetric.wall.name, design, place)?.median
  }

  private func cell(_ design: String, _ place: Case) -> String {
    let row = metric(SummaryMetric.wall.name, design, place)
    return row?.isValid == false ? "invalid" : TextTable.number(row?.median)
  }

  private func quotient(_ one: Double?, _ each: Double?) -> String {
    guard let one, let each, each > 0 else { return "–" }
    return TextTable.number(one / each)
  }

  // MARK: - Lines below

  /// The warnings of a row, without disturbed trials and missing percentiles.
  private static func warnings(_ row: SummaryRow) -> [Substring] {
    Disturbance.parts(of: row.warning).others.split(separator: "; ").filter { !$0.hasPrefix("p9") }
  }

  private func notes(
    _ cases: [Case], _ leading: Case, hidden: Int, _ path: String
  ) -> String {
    var lines = [""]
    lines.append("medians, the fastest in \(leading.title) first; allocs: of an action there;")
    if ratioOfTopologies(in: cases) != nil {
      lines.append("each: a store for each module; one/each: one store over a store for each")
    }
    let invalid = Set(rows.filter { $0.isValid == false }.map(\.dimensions.scenario)).count
    let times = rows.filter { $0.metric == SummaryMetric.wall.name && $0.isValid != false }
    let noisy = times.count { Self.warnings($0).contains { $0.hasPrefix("noisy") } }
    let disturbed = times.count { !Disturbance.parts(of: $0.warning).disturbances.isEmpty }
    let doubtful = times.count { Self.warnings($0).contains { !$0.hasPrefix("noisy") } }
    let warnings = [
      (invalid, "invalid"), (doubtful, "doubtful"), (disturbed, "with disturbed trials"),
      (noisy, "with a wide scatter"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    if !warnings.isEmpty {
      lines.append(
        "of \(CountText.text(times.count + invalid, "time")): " + warnings.joined(separator: ", "))
    }
    let more = hidden > 0 ? "\(CountText.text(hidden, "more design")) and " : ""
    let scenarios = Set(rows.map(\.dimensions.scenario)).count
    lines.append(
      "\(more)all \(CountText.text(scenarios, "scenario")): "
        + Executable.command("run", "--resume", path, "--table"))
    lines.append("claims: " + Executable.command("claims", "--run", path))
    lines.append("pictures: make plot " + ShellText.quoted("RUN=\(path)"))
    return lines.joined(separator: "\n") + "\n"
  }
}
