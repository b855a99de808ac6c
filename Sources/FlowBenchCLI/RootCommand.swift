import ArgumentParser
import FlowHarness
import FlowResults
import FlowRunner
import Foundation

/// The root of all subcommands.
struct RootCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: Executable.name,
    abstract: "Measure the cost of state containers under generated actions.",
    discussion: """
      Exit codes: 0 success, 1 wrong request, 2 regression found, 3 inconclusive, \
      4 measurement invalid, 5 prevented by the system.
      """,
    version: ToolVersion.line,
    subcommands: [
      RunCommand.self, LoadCommand.self, SaturateCommand.self, ContendCommand.self,
      ExploreCommand.self, RecordCommand.self, ReplayCommand.self,
      MergeCommand.self, StatusCommand.self,
      CompareCommand.self, ClaimsCommand.self, CheckCommand.self, ExportCommand.self,
      VerifyCommand.self, CalibrateCommand.self, DoctorCommand.self, ListCommand.self,
      InitCommand.self,
      ChildCommand.self,
    ])

  /// Those that the help shows.
  static var shownSubcommands: [any ParsableCommand.Type] {
    configuration.subcommands.filter { $0.configuration.shouldDisplay }
  }

  /// Runs the subcommand that the command line asks for, and ends the process.
  @MainActor
  static func start() async -> Never {
    var code: FlowExit.RawValue
    do {
      code = try await perform()
      try StandardOutput.finish()
    } catch {
      let failure = FailedCommand(error)
      StandardError.write(failure.line.escapingControls() + "\n")
      code = failure.exit.rawValue
    }
    Foundation.exit(code)
  }

  /// Runs the subcommand that the command line asks for.
  ///
  /// - Returns: The exit code.
  /// - Throws: What ended the command early.
  @MainActor
  private static func perform() async throws -> FlowExit.RawValue {
    do {
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
}

/// A command that ended early: the line that a user sees, and the exit code.
private struct FailedCommand {
  /// The line without its end.
  let line: String
  let exit: FlowExit

  /// - Parameter error: What ended the command.
  init(_ error: any Error) {
    switch error {
    // The request was right and this build cannot measure.
    case PlanError.debugBuild: (line, exit) = ("\(error)", .invalid)
    case PlanError.system, is SystemError: (line, exit) = ("\(error)", .system)
    case is PlanError, is RegistrationError, is InitError:
      (line, exit) = ("\(error)", .wrongRequest)
    default:
      if let error = SystemError(unnamed: error) {
        (line, exit) = ("\(error)", .system)
        return
      }
      let message = RootCommand.message(for: error)
      if let error = PlanError(parser: message) {
        (line, exit) = ("\(error)", .wrongRequest)
        return
      }
      (line, exit) = (
        UsageError(message, arguments: CommandLine.arguments).line, .wrongRequest
      )
    }
  }
}
