import ArgumentParser
import FlowResults
import FlowRunner

/// The manual in the form that `man` reads, from the table that command lines are read with.
struct ManualPage {
  private let commands: [any ParsableCommand.Type]

  /// A page about some subcommands.
  init(of commands: [any ParsableCommand.Type]) { self.commands = commands }

  /// The page, in the macros of man(7).
  var text: String {
    """
    .TH \(Executable.name.uppercased()) 1 "" "\(Self.escaped(ToolVersion.line))"
    .SH NAME
    \(Executable.name) \\- measures what state containers cost
    .SH SYNOPSIS
    .B \(Executable.name)
    .I subcommand
    .RI [ options ]
    .SH DESCRIPTION
    \(Self.escaped(RootCommand.configuration.abstract))
    Results are directories of CSV files; an empty cell is unknown, never zero.
    .SH SUBCOMMANDS
    \(commands.map { Self.section($0) }.joined(separator: "\n"))
    .SH EXIT STATUS
    .TP
    .B 0
    fine
    .TP
    .B 1
    wrong request: nothing was written
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
    the system prevented it: a full disk, a missing permission, a limit
    .TP
    .B 130, 143
    interrupted by SIGINT or SIGTERM: what was finished is on disk
    .SH FILES
    .TP
    .I results/latest
    the newest run without \\-\\-out

    """
  }

  private static func section(_ command: any ParsableCommand.Type) -> String {
    let configuration = command.configuration
    let name = configuration.commandName ?? ""
    let options = command.rows.filter { !$0.isHidden }.map { option in
      let value = option.form == .flag ? "" : " \\fI\(escaped(option.valueName))\\fR"
      return ".TP\n\\fB\(escaped(option.name))\\fR\(value)\n\(escaped("\(option.help)"))"
    }
    return ([".SS \(Executable.name) \(name)", escaped(configuration.abstract)] + options)
      .joined(separator: "\n")
  }

  /// Text in which nothing is an instruction: a hyphen stays one, no line begins with a point, and what
  /// is not ASCII is named by its number.
  private static func escaped(_ text: String) -> String {
    let plain = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\": "\\e"
      case "-": "\\-"
      case _ where scalar.isASCII: String(scalar)
      default:
        "\\[u" + String(repeating: "0", count: max(0, 4 - hexadecimal(scalar).count))
          + hexadecimal(scalar) + "]"
      }
    }.joined()
    return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : plain
  }

  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    String(scalar.value, radix: 16, uppercase: true)
  }
}
