package import ArgumentParser
import FlowHarness
import FlowResults
package import FlowRunner

/// Sends the actions of a trace again, and measures their response times.
extension ReplayOptions: SessionCommand {
  package static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Replay the actions of a trace into any design.",
    discussion: """
      The trace names its workload. Answers of effects in it are omitted, because the effects of the \
      replay answer again. The final state must equal the result of calling the reducer directly, and the \
      digest in the trace.

      The results are those of load; by default the same designs and topologies are driven. Exits 2 if a \
      threshold does not hold.

      Examples:
        \(Executable.name) replay monday.trace --design flow,inout           # as recorded
        \(Executable.name) replay monday.trace --speed 10                    # faster
        \(Executable.name) replay monday.trace --speed as-fast-as-possible   # without pauses
      """)

  @MainActor
  package func run() async throws {
    try await drive("load", session) {
      try LoadPlans(self, catalogue: $0)
    }
  }
}
