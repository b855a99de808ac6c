import ArgumentParser
import FlowHarness
import FlowRunner
import Foundation

/// One load in this process; `load` starts it, people do not.
struct LoadTrialCommand: ChildCommand {
  static let configuration = CommandConfiguration(
    commandName: LoadChild.command,
    abstract: "Reads a load as JSON; prints its seconds and its outcome, a line of JSON each.",
    shouldDisplay: false)

  @Flag(help: "Keep the main thread in a run loop; read before anything else.")
  var runLoop = false

  @MainActor
  mutating func run() async throws {
    // From standard input: a schedule can be longer than an argument may be.
    let request = try FileHandle.standardInput.readToEnd() ?? Data()
    let answers = RunningProgram.answers
    try await LoadChild.run(request, catalogue: RunningProgram.catalogue()) { answers.emit($0) }
  }
}
