import ArgumentParser
import FlowHarness
import Foundation

/// Interleavings in this process; `load --explore` starts it, people do not.
struct ExploreTrialCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: ExploreChild.command,
    abstract: "Reads an exploration as JSON; prints its progress and its outcome as JSON.",
    shouldDisplay: false)

  @MainActor
  mutating func run() async throws {
    let request = try FileHandle.standardInput.readToEnd() ?? Data()
    try ExploreChild.run(request, catalogue: .standard()) { line in
      FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
  }
}
