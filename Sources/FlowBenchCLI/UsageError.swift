import ArgumentParser
import FlowResults

/// What is wrong with a command line, in one line: what was given, and what to do.
struct UsageError {
  /// The line, without its end.
  let line: String

  /// Of an error of the parser.
  ///
  /// - Parameters:
  ///   - message: What the parser says of it.
  ///   - arguments: The command line, with the program's name first.
  init(_ message: String, arguments: [String]) {
    let commands = RootCommand.shownSubcommands
    let names = commands.map { Self.name(of: $0) }
    let given = arguments.dropFirst().first.flatMap { names.contains($0) ? $0 : nil }
    let help = ([Executable.name] + [given].compactMap { $0 } + ["--help"]).joined(separator: " ")
    // What the parser says may end in a question.
    let text = message.split(separator: "\n").first.map(String.init) ?? ""
    let said = text.last.map { ".?!".contains($0) } == true ? "\(text) See" : "\(text); see"
    guard let given, let option = message.firstMatch(of: /Unknown option '(--[^']*)'/) else {
      line = "\(said) '\(help)'"
      return
    }
    let others = zip(names, commands).filter { Self.takes(String(option.1), $1) }.map(\.0)
    line =
      others.isEmpty
      ? "\(said) '\(help)'"
      : "\(option.1): '\(given)' has no such option, but '\(others.joined(separator: "', '"))'; "
        + "see '\(help)'"
  }

  private static func name(of command: any ParsableCommand.Type) -> String {
    command.configuration.commandName ?? ""
  }

  private static func takes(_ option: String, _ command: any ParsableCommand.Type) -> Bool {
    RootCommand.helpMessage(for: command).split(whereSeparator: \.isNewline).contains {
      $0.split(whereSeparator: \.isWhitespace).first.map(String.init) == option
    }
  }
}
