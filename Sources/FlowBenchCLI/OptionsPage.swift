import ArgumentParser
import FlowResults

/// The help of all subcommands as a page of Markdown.
enum OptionsPage {
  /// The page.
  static var text: String {
    """
    # Options

    The help of every subcommand, printed by `\(Executable.name) list --page options`; do not edit it.

    \(RootCommand.shownSubcommands.map(section).joined(separator: "\n"))
    """
  }

  private static func section(_ command: any ParsableCommand.Type) -> String {
    """
    ## \(command.configuration.commandName ?? "")

    ```text
    \(RootCommand.helpMessage(for: command, columns: 100))
    ```

    """
  }
}
