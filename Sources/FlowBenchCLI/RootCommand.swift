import ArgumentParser
import FlowHarness
import FlowResults
import FlowRunner
import Foundation

/// The root of all subcommands.
struct RootCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: Executable.name,
    abstract: "Drives state containers with generated actions and measures what they cost.",
    discussion: """
      Exit codes: 0 fine, 1 wrong request, 2 regression found, 3 inconclusive under --strict, \
      4 measurement invalid, 5 the system prevented it.
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
    do {
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
      Foundation.exit(FlowExit.fine.rawValue)
    } catch let error as PlanError {
      StandardError.write("\(error)\n")
      // The request was right and this build cannot measure.
      if case .debugBuild = error { Foundation.exit(FlowExit.invalid.rawValue) }
      Foundation.exit(FlowExit.wrongRequest.rawValue)
    } catch let error where error is RegistrationError || error is InitError {
      StandardError.write("\(error)\n")
      Foundation.exit(FlowExit.wrongRequest.rawValue)
    } catch let error as SystemError {
      StandardError.write("\(error)\n")
      Foundation.exit(FlowExit.system.rawValue)
    } catch let code as ExitCode {
      Foundation.exit(code.rawValue)
    } catch {
      // The parser's own errors: help and version are fine, everything else is a wrong request.
      if exitCode(for: error).isSuccess {
        print(fullMessage(for: error))
        Foundation.exit(FlowExit.fine.rawValue)
      }
      let usage = UsageError(message(for: error), arguments: CommandLine.arguments)
      StandardError.write(usage.line + "\n")
      Foundation.exit(FlowExit.wrongRequest.rawValue)
    }
  }
}
