package import ArgumentParser
import FlowHarness
import FlowResults
package import FlowRunner

/// Lets several workers send to a store at the same time.
extension ContendOptions: SessionCommand {
  package static let configuration = CommandConfiguration(
    commandName: "contend",
    abstract: "Measure the throughput of several workers.",
    discussion: """
      Each worker sends its next action as soon as the last one has ended. Workers are threads for mutex, and \
      tasks for actor, flow (a store on an actor of its own), inout and middleware (on the main actor). \
      If a list such as --design is given, all run in one store, unless --topology selects others. \
      Exits 4 if the state of a store shows that an action is lost, duplicated or reordered.

      Examples:
        \(Executable.name) contend --design mutex,actor,flow,inout  # 1, 2 and 4 workers
        \(Executable.name) contend --workers 1,2,4,8 --topology single --rounds 3
      """)

  @MainActor
  package func run() async throws {
    try await drive("contend", session) {
      try ContendPlan(self, catalogue: $0)
    }
  }
}
