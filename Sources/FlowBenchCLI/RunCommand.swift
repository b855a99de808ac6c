import ArgumentParser
import FlowHarness
import FlowReports
import FlowResults
import FlowRunner

/// Runs a suite, or a sweep, and leaves CSV behind.
struct RunCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Measure scenarios and write CSV.",
    discussion: """
      Every list option takes the place of the suite's own list, so that every list sweeps: \
      --features 1,10,100 runs the suite's scenarios at these three counts. Combinations that no \
      design has are left out. Designs that hop between threads run both pinned and free, all \
      others pinned, unless --affinity says otherwise.
      """)

  @OptionGroup(title: "What is measured") var suite: Options<SuiteOptions>
  @OptionGroup(title: "What is measured") var designs: Options<DesignOptions>
  @OptionGroup(title: "What is measured") var affinity: Options<AffinityOptions>
  @OptionGroup(title: "What is measured") var workload: Options<WorkloadOptions>
  @OptionGroup(title: "What is measured") var size: Options<SizeOptions>
  @OptionGroup(title: "What is measured") var shape: Options<ShapeOptions>
  @OptionGroup(title: "How it is measured") var effort: Options<EffortOptions>
  @OptionGroup(title: "How it is measured") var seed: Options<SeedOptions>
  @OptionGroup var table: Options<TableOptions>
  @OptionGroup var shard: Options<ShardOptions>
  @OptionGroup var session: Options<SessionOptions>

  @MainActor
  mutating func run() async throws {
    let options = try given()
    let isWhole = options.value(TableOptions.table)
    try await drive("run", options, text: { try Self.text($0, isWhole: isWhole) }) {
      try Plan(options, catalogue: $0)
    }
  }

  /// The first screen where it is shorter than the table and says something; and what the run says of
  /// claims, beside its other files.
  @MainActor
  static func text(_ report: RunReport, isWhole: Bool) throws -> String {
    // Nothing is said of claims, nor ranked, where numbers would be of several machines.
    guard !report.isOfSeveralMachines else { return report.table }
    // A shard may have no scenario.
    if !report.end.isInterrupted, !report.summary.isEmpty {
      let cards = try ClaimCards(run: report.end.path)
      if cards.areAnyMeasured { try ClaimText(cards).write(into: report.end.path) }
    }
    let table = report.table
    guard !isWhole, table.split(separator: "\n").count > FirstScreen.maxLines else { return table }
    return FirstScreen(report.summary).text(of: report.end.path) ?? table
  }
}
