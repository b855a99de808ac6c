import ArgumentParser
import FlowHarness
import FlowResults
import FlowRunner
import Foundation

/// The hidden subcommand: what a process does that this program starts of itself and listens to.
///
/// It answers through `RunningProgram.answers`; its standard output is where stores may print.
struct ChildCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: ChildCommandLine.command,
    abstract: "Reads a request as JSON; prints its steps and its outcome, a line of JSON each.",
    discussion: "Tasks: \(ChildTasks.names.joined(separator: ", ")).",
    shouldDisplay: false)

  @Flag(help: "Keep the main thread in a run loop; read before anything else.")
  var runLoop = false

  @Argument(help: "The task.")
  var task: String

  @MainActor
  mutating func run() async throws {
    // From standard input: a schedule can be longer than an argument may be.
    let request = try FileHandle.standardInput.readToEnd() ?? Data()
    let answers = RunningProgram.answers
    try await ChildTasks.serve(task, request, catalogue: RunningProgram.catalogue()) {
      answers.emit($0)
    }
  }
}
