import ArgumentParser
import FlowHarness
import Foundation

/// One load of several producers in this process; `load --senders` starts it, people do not.
struct ProducerTrialCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: ProducerChild.command,
    abstract: "Reads a load as JSON; prints its seconds and its outcome, a line of JSON each.",
    shouldDisplay: false)

  @MainActor
  mutating func run() async throws {
    let request = try FileHandle.standardInput.readToEnd() ?? Data()
    try await ProducerChild.run(request, catalogue: .standard()) { line in
      // Past the buffer of `print`: each second is heard of when it is over.
      FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
  }
}
