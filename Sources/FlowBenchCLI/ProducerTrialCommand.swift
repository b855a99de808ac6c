import ArgumentParser
import FlowHarness
import FlowRunner
import Foundation

/// One load of several producers in this process; `load --senders` starts it, people do not.
struct ProducerTrialCommand: ChildCommand {
  static let configuration = CommandConfiguration(
    commandName: ProducerChild.command,
    abstract: "Reads a load as JSON; prints its seconds and its outcome, a line of JSON each.",
    shouldDisplay: false)

  @MainActor
  mutating func run() async throws {
    let request = try FileHandle.standardInput.readToEnd() ?? Data()
    let answers = RunningProgram.answers
    try await ProducerChild.run(request, catalogue: RunningProgram.catalogue()) { answers.emit($0) }
  }
}
