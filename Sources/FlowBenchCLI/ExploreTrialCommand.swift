import ArgumentParser
import FlowHarness
import FlowRunner
import Foundation

/// Interleavings in this process; `load --explore` starts it, people do not.
struct ExploreTrialCommand: ChildCommand {
  static let configuration = CommandConfiguration(
    commandName: ExploreChild.command,
    abstract: "Reads an exploration as JSON; prints its progress and its outcome as JSON.",
    shouldDisplay: false)

  @MainActor
  mutating func run() async throws {
    let request = try FileHandle.standardInput.readToEnd() ?? Data()
    let answers = RunningProgram.answers
    try ExploreChild.run(request, catalogue: RunningProgram.catalogue()) { answers.emit($0) }
  }
}
