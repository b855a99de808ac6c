import FlowReports
import FlowResults

/// The columns of all results files as a page of Markdown.
struct ColumnsPage {
  typealias Column = ResultFileDescription.Column

  private let files: [ResultFileDescription]
  /// The columns with the same meaning in several files, in the order of their first occurrence.
  private let common: [Column]

  /// The minimum number of files of a common column.
  private static let commonFiles = 2

  init(of files: [ResultFileDescription]) {
    self.files = files
    let all = files.flatMap(\.columns)
    let counts = Dictionary(grouping: all, by: \.self).mapValues(\.count)
    var seen: Set<Column> = []
    common = all.filter { counts[$0, default: 0] >= Self.commonFiles && seen.insert($0).inserted }
  }

  var text: String {
    let parts = files.map { file in
      "## `\(file.fileName)`\n\n\(table(file.columns, isCommon: false))"
    }
    return """
      # Columns

      The columns of every results file in their order, printed by
      `\(Executable.name) list --page columns`. [results/README.md](../results/README.md) explains
      the files. An empty cell means unknown, unless the column says otherwise. The last part of a
      name is the unit, and `_per_action` is a mean over the actions of a row. Integers and numbers
      have 64 bits.

      ## Common columns

      A column that is marked as common in a file has this meaning. [scenario] stands for
      \(Self.names(Self.scenario)).

      \(table(common, isCommon: true))

      \(parts.joined(separator: "\n\n"))

      """
  }

  private static let scenario = ResultFileDescription(SampleRow.self).columns.map(\.name)
    .drop { $0 != "scenario" }.prefix { $0 != "pass" }

  private static func names(_ names: some Sequence<String>) -> String {
    names.map { "`\($0)`" }.joined(separator: ", ")
  }

  /// Returns a row for each meaning; those of common columns are empty in the table of a file.
  private func table(_ columns: [Column], isCommon: Bool) -> String {
    func cells(_ column: Column) -> String {
      !isCommon && common.contains(column)
        ? "common" : "\(column.kind) | \(column.meaning)"
    }
    var lines = ["column | kind | meaning", "---|---|---"]
    var rest = columns[...]
    while let first = rest.first {
      let group = rest.prefix { cells($0) == cells(first) }
      var names = Self.names(group.map(\.name))
      if !isCommon { names = names.replacing(Self.names(Self.scenario), with: "[scenario]") }
      lines.append("\(names) | \(cells(first))")
      rest = rest.dropFirst(group.count)
    }
    return lines.joined(separator: "\n")
  }
}
