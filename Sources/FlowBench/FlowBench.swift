import ArgumentParser
import Dispatch
import FlowHarness
import Foundation
import Measurement

/// The entry, synchronous on purpose: an asynchronous `main` gives the main thread up for good, and
/// a store that asks whether it is on the main thread (`command`) would never be there.
///
/// Its trials keep the main thread in a run loop, as an app does. All others serve the main queue
/// without one: on Linux a run loop adds some 6 µs to every hop to the main actor.
@main
enum Main {
  static func main() {
    Task { await FlowBench.start() }
    if CommandLine.arguments.contains(TrialChild.runLoopFlag) {
      RunLoop.main.run()
    } else {
      Valgrind.prepareDispatchMain()
      dispatchMain()
    }
  }
}

/// The root of all subcommands.
struct FlowBench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flowbench",
    abstract: "Drives state containers with generated actions and measures what they cost.",
    discussion: """
      Exit codes: 0 fine, 1 wrong request, 2 regression found, 3 inconclusive under --strict, \
      4 measurement invalid.
      """,
    version: ToolVersion.line,
    subcommands: [
      RunCommand.self, LoadCommand.self, CompareCommand.self, CheckCommand.self, ExportCommand.self,
      CalibrateCommand.self,
      CalibrateLoopCommand.self, DoctorCommand.self, ListCommand.self, TrialCommand.self,
      LoadTrialCommand.self, ProducerTrialCommand.self, ExploreTrialCommand.self, ProbeCommand.self,
    ])

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
    } catch let code as ExitCode {
      Foundation.exit(code.rawValue)
    } catch {
      // The parser's own errors: help and version are fine, everything else is a wrong request.
      let isFine = exitCode(for: error).isSuccess
      let message = fullMessage(for: error)
      if isFine {
        print(message)
        Foundation.exit(FlowExit.fine.rawValue)
      }
      StandardError.write(message + "\n")
      Foundation.exit(FlowExit.wrongRequest.rawValue)
    }
  }
}

/// How the process ends; part of the contract with scripts.
enum FlowExit: Int32 {
  case fine = 0
  case wrongRequest = 1
  case regression = 2
  case inconclusive = 3
  case invalid = 4

  /// As the parser's exit code, to be thrown.
  var code: ExitCode { ExitCode(rawValue) }
}
