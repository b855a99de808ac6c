import ArgumentParser
import FlowReports
import FlowResults
import FlowRunner
import Foundation

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

      The columns of every results file in their order, printed by `\(Executable.name) list --page
      columns`. [results/README.md](../results/README.md) explains the files. An empty cell means
      unknown. The last part of a name is the unit, and `_per_action` is a mean over the actions of
      a row. Integers and numbers have 64 bits. Numbers out of range, such as negative counts, are
      refused.

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

/// The help of all subcommands as a page for `man`.
enum ManualPage {
  /// The page, in the macros of man(7).
  static var text: String {
    """
    .TH \(Executable.name.uppercased()) 1 "" "\(Self.escaped(ToolVersion.line))"
    .SH NAME
    \(Executable.name) \\- measure the cost of state containers
    .SH SYNOPSIS
    .B \(Executable.name)
    .I subcommand
    .RI [ options ]
    .SH DESCRIPTION
    \(Self.escaped(RootCommand.configuration.abstract))
    Results are directories of CSV files; an empty cell is unknown, never zero.
    .SH SUBCOMMANDS
    \(RootCommand.shownSubcommands.map(section).joined(separator: "\n"))
    .SH EXIT STATUS
    .TP
    .B 0
    success
    .TP
    .B 1
    wrong request; nothing was written
    .TP
    .B 2
    regression found, or a threshold missed
    .TP
    .B 3
    inconclusive, under \\-\\-strict
    .TP
    .B 4
    measurement invalid
    .TP
    .B 5
    prevented by the system: a full disk, a missing permission, a limit
    .TP
    .B 130, 143
    interrupted by SIGINT or SIGTERM; finished jobs are on disk
    .SH FILES
    .TP
    .I results/latest
    the newest run without \\-\\-out

    """
  }

  private static func section(_ command: any ParsableCommand.Type) -> String {
    let lines = RootCommand.helpMessage(for: command, includeHidden: true, columns: 78).split(
      separator: "\n", omittingEmptySubsequences: false)
    return """
      .SS \(Executable.name) \(command.configuration.commandName ?? "")
      .nf
      \(lines.map { escaped(String($0)) }.joined(separator: "\n"))
      .fi
      """
  }

  /// Escapes a line: hyphens stay hyphens, no line begins with a point, and characters outside
  /// ASCII are named by their numbers.
  private static func escaped(_ text: String) -> String {
    let plain = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\": "\\e"
      case "-": "\\-"
      case _ where scalar.isASCII: String(scalar)
      default:
        String(format: "\\[u%04X]", scalar.value)
      }
    }.joined()
    return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : plain
  }
}
