import ArgumentParser
import FlowResults
import FlowRunner

/// All options of all subcommands as a page of Markdown, from the table that they are read with.
struct OptionsPage {
  /// One line of the table: an option that means the same to some subcommands.
  private struct Line {
    let option: CommandOption
    /// The subcommands, in their order.
    var commands: [String]

    /// How it is written, and what stands for its value.
    var heading: String {
      option.form == .flag ? option.name : "\(option.name) <\(option.valueName)>"
    }

    /// Which values there are, as far as the table says.
    var values: String {
      option.choices.isEmpty ? option.bounds : option.choices.joined(separator: ", ")
    }

    func means(_ other: CommandOption) -> Bool {
      option.label == other.label && option.help == other.help
        && option.valueName == other.valueName
    }
  }

  private var lines: [Line] = []

  /// A page of what some subcommands take.
  init(of commands: [any ParsableCommand.Type]) {
    for command in commands {
      let name = command.configuration.commandName ?? ""
      for option in command.rows where !option.isHidden {
        if let place = lines.firstIndex(where: { $0.means(option) }) {
          lines[place].commands.append(name)
        } else {
          lines.append(Line(option: option, commands: [name]))
        }
      }
    }
  }

  /// The page, in alphabetical order.
  var text: String {
    let sorted = lines.enumerated().sorted {
      ($0.element.option.label, $0.offset) < ($1.element.option.label, $1.offset)
    }.map(\.element)
    let rows = sorted.map { line in
      Self.row([
        "`\(line.heading)`", line.commands.joined(separator: ", "), line.option.meaning,
        line.values, line.option.usual,
      ])
    }
    return """
      # Options

      Every option of every subcommand, printed by `\(Executable.name) list --page options` from the table that
      command lines are read with; nothing here is written by hand. An option that a subcommand does not
      have, or that means nothing beside another one, is refused by name.

      | option | of | meaning | values | unless given |
      |---|---|---|---|---|
      \(rows.joined(separator: "\n"))

      ## Which go together

      In each subcommand that has them:

      \(OptionRule.sentences.map { "- \($0)" }.joined(separator: "\n"))

      """
  }

  private static func row(_ cells: [String]) -> String {
    "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
  }
}
