import ArgumentParser
import FlowHarness
import FlowResults
import FlowRunner

/// Runs a suite, or a sweep, and leaves CSV behind.
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Measures scenarios and writes CSV.",
    discussion: """
      Every list option takes the place of the suite's own list, so that every list sweeps: \
      --features 1,10,100 runs the suite's scenarios at these three counts. Combinations that no \
      design has are left out. Designs that hop between threads run both pinned and free, all \
      others pinned, unless --affinity says otherwise.
      """)

  @OptionGroup(title: "What is measured") var selection: SelectionOptions
  @OptionGroup(title: "How it is measured") var effort: EffortOptions

  @OptionGroup var session: SessionOptions

  @MainActor
  mutating func run() async throws {
    var options = RunOptions()
    try selection.apply(to: &options)
    try effort.apply(to: &options)
    let asked = options
    try await session.drive("run") { try Plan(asked, catalogue: $0) }
  }
}
