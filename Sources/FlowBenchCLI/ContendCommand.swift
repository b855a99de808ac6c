import ArgumentParser
import FlowHarness
import FlowResults
import FlowRunner

/// Lets several workers send to a store at once.
struct ContendCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "contend",
    abstract: "Measure the throughput of several workers.",
    discussion: """
      Each sends as fast as it can, awaiting its own action. Workers are threads for mutex, and tasks \
      for actor, flow (a store on an actor of its own), inout and middleware (on the main actor). \
      The stores hold what proves that nothing was lost: exits 4 when an action is lost, doubled or \
      reordered.

      Examples: \(Executable.name) contend --design mutex,actor,flow,inout
                \(Executable.name) contend --workers 1,2,4,8 --topology single --rounds 3
      """)

  @OptionGroup var workers: Options<ContendOptions>
  @OptionGroup(title: "What is driven") var designs: Options<DesignOptions>
  @OptionGroup(title: "What is driven") var size: Options<SizeOptions>
  @OptionGroup var rounds: Options<RoundOptions>
  @OptionGroup var seed: Options<SeedOptions>
  @OptionGroup var limit: Options<LimitOptions>
  @OptionGroup var session: Options<SessionOptions>

  @MainActor
  mutating func run() async throws {
    let options = try given()
    try await drive("contend", options) { try ContendPlan(options, catalogue: $0) }
  }
}
