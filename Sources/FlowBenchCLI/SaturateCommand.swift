package import ArgumentParser
import FlowHarness
import FlowResults
package import FlowRunner

/// Finds the highest rate that a store sustains.
extension SaturateOptions: SessionCommand {
  package static let configuration = CommandConfiguration(
    commandName: "saturate",
    abstract: "Find the highest rate that keeps a bound.",
    discussion: """
      The rate doubles from --rate until the bound is broken, or halves until it is kept, and is then bisected down to 5 %. The rate \
      that is found must keep the bound in two further processes. By default the same stores are driven \
      as by load.

      Examples:
        \(Executable.name) saturate --bound p99=1ms --design flow,inout    # response times
        \(Executable.name) saturate --bound service_p99=100us --rate 1000  # no queueing
        \(Executable.name) saturate --bound p99=90ms --latency constant:9ms --capacity 4 --rate 200 --virtual
      """)

  @MainActor
  package func run() async throws {
    try await drive("saturate", session) {
      try LoadPlans(self, catalogue: $0)
    }
  }
}
