import FlowReports
import FlowResults
import FlowRunner

/// All columns of all results files as a page of Markdown, from the lists that files are written with.
struct ColumnsPage {
  private let files: [ResultFileDescription]
  /// The columns that mean the same in several files, in the order in which they first come.
  private let common: [ResultFileDescription.Column]

  /// In so many files a column is written down once for all.
  private static let leastFiles = 3

  /// A page of these files.
  init(of files: [ResultFileDescription]) {
    self.files = files
    let all = files.flatMap(\.columns)
    let counts = Dictionary(grouping: all, by: \.self).mapValues(\.count)
    var seen: Set<ResultFileDescription.Column> = []
    common = all.filter { counts[$0, default: 0] >= Self.leastFiles && seen.insert($0).inserted }
  }

  /// The page.
  var text: String {
    let parts = files.map { file in
      let own = file.columns.filter { !common.contains($0) }
      return """
        ## `\(file.fileName)`

        In this order: \(file.columns.map { "`\($0.name)`" }.joined(separator: ", ")).

        \(Self.table(own))
        """
    }
    return """
      # Columns

      Every column of every results file, printed by `\(Executable.name) list --page columns` from the
      lists that files are written with; nothing here is written by hand. [results/README.md](../results/README.md)
      explains the files and how to read a row. A cell that is empty is unknown, never zero. A column may be
      empty for longer than a reader looks ahead to infer its type: pass `integer` as a 64-bit integer, `number`
      as a 64-bit float, `flag` as a Boolean value and `text` as text, as the
      [recipe for polars](recipes.md) does. Numbers beyond their range, such as a time of 0 or a count below 0,
      are refused when a file is read.

      ## Common columns

      They mean the same in each file that has them, and are not listed there again.

      \(Self.table(common))

      \(parts.joined(separator: "\n\n"))

      """
  }

  private static func table(_ columns: [ResultFileDescription.Column]) -> String {
    (["| column | kind | meaning |", "|---|---|---|"]
      + columns.map { "| `\($0.name)` | \($0.kind) | \($0.meaning) |" }).joined(separator: "\n")
  }
}
