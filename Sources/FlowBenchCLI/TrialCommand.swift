import ArgumentParser
import FlowHarness
import FlowRunner

/// One trial in this process; `run` starts it, people do not.
struct TrialCommand: ChildCommand {
  static let configuration = CommandConfiguration(
    commandName: "trial", abstract: "Runs one trial and prints its outcome as JSON.",
    shouldDisplay: false)

  @Flag(help: "Keep the main thread in a run loop; read before anything else.")
  var runLoop = false

  @Argument(help: "The request as JSON.")
  var request: String

  @MainActor
  mutating func run() async throws {
    let outcome = try await TrialChild.run(request, catalogue: RunningProgram.catalogue())
    RunningProgram.answers.emit(outcome)
  }
}
