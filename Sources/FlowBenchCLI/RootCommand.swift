import ArgumentParser
import Dispatch
import FlowHarness
import FlowResults
import FlowRunner
import Foundation
import Measurement
import Platform

extension FlowBenchProgram {
  /// Runs the subcommand of the command line, and ends the process.
  ///
  /// This method is synchronous, because an asynchronous `main` would never run on the main thread
  /// again, and some stores (`command`) check for it. Their trials keep the main thread in a run
  /// loop, as an app does. On Linux, all others serve the main queue without one, because a run loop
  /// adds about 6 µs to every hop to the main actor.
  @MainActor
  public static func main() {
    ProcessSetup.prepareOrEnd(arguments: CommandLine.arguments)
    RunningProgram.begin(Self.self, arguments: CommandLine.arguments)
    Task { await RootCommand.start() }
    if MainThread.needsRunLoop
      || CommandLine.arguments.contains(ChildCommandLine.runLoopFlag)
    {
      RunLoop.main.run()
    } else {
      Valgrind.prepareDispatchMain()
      dispatchMain()
    }
  }
}

struct RootCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: Executable.name,
    abstract: "Measure the cost of state containers under generated actions.",
    discussion: """
      Exit codes: 0 success, 1 wrong request, 2 regression found, 3 not decided, \
      4 measurement invalid, 5 prevented by the system.

      --help lists the usual options of a subcommand, --help-hidden all of them.
      """,
    version: ToolVersion.line,
    subcommands: [
      RunOptions.self, LoadOptions.self, SaturateOptions.self, ContendOptions.self,
      ReplayOptions.self,
      MergeCommand.self, StatusCommand.self,
      CompareCommand.self, ClaimsCommand.self, CheckCommand.self, ExportCommand.self,
      VerifyOptions.self, CalibrateCommand.self, DoctorCommand.self, ListCommand.self,
      InitCommand.self,
      ChildCommand.self,
    ])

  static var shownSubcommands: [any ParsableCommand.Type] {
    configuration.subcommands.filter { $0.configuration.shouldDisplay }
  }

  /// Runs the subcommand of the command line, and ends the process.
  @MainActor
  static func start() async -> Never {
    var code: FlowExit.RawValue
    do {
      code = try await perform()
      try StandardOutput.finish()
    } catch {
      let (line, exit) = failure(error)
      StandardError.write(line.shortened(to: 1_200).escapingControls() + "\n")
      code = exit.rawValue
    }
    Foundation.exit(code)
  }

  /// Runs the subcommand of the command line, and returns the exit code.
  @MainActor
  private static func perform() async throws -> FlowExit.RawValue {
    do {
      try check(Array(CommandLine.arguments.dropFirst()))
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch let code as ExitCode {
      return code.rawValue
    } catch let error where exitCode(for: error).isSuccess {
      // Help and version are errors for the parser.
      try StandardOutput.write(fullMessage(for: error) + "\n")
    }
    return FlowExit.fine.rawValue
  }

  /// Refuses an unknown subcommand, and a list that is given twice, of which the parser would use the
  /// last one.
  private static func check(_ arguments: [String]) throws(PlanError) {
    let words = arguments.first == "help" ? Array(arguments.dropFirst()) : arguments
    guard let name = words.first, !name.hasPrefix("-") else { return }
    let commands = configuration.subcommands
    guard let command = commands.first(where: { $0.configuration.commandName == name }) else {
      throw .unknown(
        option: "subcommand", kind: "subcommand", name: name,
        known: shownSubcommands.compactMap { $0.configuration.commandName })
    }
    var given: Set<Substring> = []
    for word in arguments.prefix(while: { $0 != "--" }) where word.hasPrefix("--") {
      let option = word.prefix { $0 != "=" }
      if !given.insert(option).inserted, isList(option, of: command) {
        throw .refused(
          option: String(option), reason: "must be given once, with commas between its values")
      }
    }
  }

  /// Returns a Boolean value that indicates whether an option takes several values, as its help says.
  private static func isList(_ option: Substring, of command: any ParsableCommand.Type) -> Bool {
    let help = helpMessage(for: command, includeHidden: true)
    return help.split(separator: "\n").contains {
      $0.hasPrefix("  \(option) <") && $0.contains(",…>")
    }
  }

  /// Returns the line about an error, without its end, and the exit code.
  private static func failure(_ error: any Error) -> (line: String, exit: FlowExit) {
    if error is DebugBuildError { return ("\(error)", .invalid) }
    if let error = error as? SystemError ?? SystemError(unnamed: error) {
      return ("\(error)", .system)
    }
    guard exitCode(for: error) == .validationFailure else { return ("\(error)", .wrongRequest) }
    // The parser's errors.
    let message = RootCommand.message(for: error)
    let line =
      PlanError(parser: message).map { "\($0)" }
      ?? usageError(message, arguments: CommandLine.arguments)
    return (line, .wrongRequest)
  }

  /// Returns the line about a command line that the parser refuses.
  private static func usageError(_ message: String, arguments: [String]) -> String {
    let names = shownSubcommands.map { $0.configuration.commandName ?? "" }
    let given = arguments.dropFirst().first.flatMap { names.contains($0) ? $0 : nil }
    let help = Executable.command([given, "--help"].compactMap { $0 })
    // The parser's message may end in a question.
    let text =
      missingValue(message, arguments) ?? foreignOption(message, of: given)
      ?? message.split(separator: "\n").first.map(String.init) ?? ""
    let isSentence = text.last.map { ".?!".contains($0) } == true
    return text + (isSentence ? " See" : "; see") + " '\(help)'"
  }

  /// Returns a message about an option that is followed by no value, because the next word begins as
  /// an option does; `nil` for other messages of the parser.
  private static func missingValue(_ message: String, _ arguments: [String]) -> String? {
    guard let option = message.firstMatch(of: /^Missing value for '(--[^ ']+)/)?.1 else {
      return nil
    }
    let next = zip(arguments, arguments.dropFirst()).first { $0 == option && $1.hasPrefix("-") }?.1
    return "\(option): must be followed by a value, got \(next.map { "'\($0)'" } ?? "nothing")"
  }

  /// Returns a message about an option of other subcommands; `nil` for other messages of the parser.
  private static func foreignOption(_ message: String, of given: String?) -> String? {
    guard let given, let option = message.firstMatch(of: /^Unknown option '(--[^ ']+)'/)?.1
    else { return nil }
    let owners = shownSubcommands.filter {
      helpMessage(for: $0, includeHidden: true).contains("\n  \(option) ")
    }
    guard !owners.isEmpty else { return nil }
    let names = owners.map { "'\($0.configuration.commandName ?? "")'" }
    return "\(option): is not an option of '\(given)', but of \(names.joined(separator: ", "))"
  }
}
