import ArgumentParser
import FlowResults
import FlowRunner
import Foundation

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
    \(Self.escaped(RootCommand.configuration.discussion))
    Results are directories of CSV files; an empty cell is unknown, never zero.
    .SH SUBCOMMANDS
    \(RootCommand.shownSubcommands.map(section).joined(separator: "\n"))

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
