import ArgumentParser
import FlowHarness
import FlowResults
import FlowRunner

/// Finds the highest rate that a store sustains.
struct SaturateCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "saturate",
    abstract: "Find the highest rate that keeps a bound.",
    discussion: """
      The rate doubles from --rate until the bound is broken, and is then bisected down to 5 %. The rate \
      that is found must keep the bound in two further processes. By default the same stores are driven \
      as by load.

      Examples:
        \(Executable.name) saturate --bound p99=1ms --design flow,inout    # response times
        \(Executable.name) saturate --bound service_p99=100us --rate 1000  # no queueing
        \(Executable.name) saturate --bound p99=90ms --latency constant:9ms --virtual
      """)

  @OptionGroup var options: SaturateOptions

  @MainActor
  func run() async throws {
    try await drive("saturate", options.session) {
      try LoadPlans(options, catalogue: $0)
    }
  }
}
