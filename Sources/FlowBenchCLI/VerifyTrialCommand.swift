import ArgumentParser
import FlowHarness
import FlowRunner
import Foundation

/// The cases of one design in this process; `verify` starts it, people do not.
struct VerifyTrialCommand: ChildCommand {
  static let configuration = CommandConfiguration(
    commandName: VerifyChild.command,
    abstract: "Reads cases as JSON; prints what each has found, a line of JSON each.",
    shouldDisplay: false)

  @Flag(help: "Keep the main thread in a run loop; read before anything else.")
  var runLoop = false

  @MainActor
  mutating func run() async throws {
    let request = try FileHandle.standardInput.readToEnd() ?? Data()
    let answers = RunningProgram.answers
    try await VerifyChild.run(request, catalogue: RunningProgram.catalogue()) { answers.emit($0) }
  }
}
