import ArgumentParser
import FlowHarness
import FlowResults
import FlowRunner

/// Merges the shards of a run.
struct MergeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Merge the shards of a run, or of a load run.",
    discussion: """
      The result equals that of a run in one piece: rows in the order of the plan, in whatever order \
      the directories are given, and a row in runs.csv for each shard and its machine. A shard that is \
      missing, incomplete or given twice is refused, and so is one of another plan, commit, compiler, \
      build mode or file version; the message says what to run. With --partial, shards may be missing: \
      the result can be merged with others again, in any grouping.

      Examples: \(Executable.name) run --suite full --shard 1/2 --out a
                \(Executable.name) run --suite full --shard 2/2 --out b
                \(Executable.name) merge a b --out whole
      """)

  @Argument(help: ArgumentHelp("Directories of shards.", valueName: "directory"))
  var directories: [String]

  @Option(.text, "directory", "Directory for the result, new or empty, which is required")
  var out: String?

  @Flag(help: "Allow shards to be missing: the result is merged again later.")
  var partial = false

  @Flag(help: "Print all scenarios, not the summary.")
  var table = false

  @Option(.choice(kind: "format"), "format", "Output format: text or json")
  var format = OutputFormat.text

  @MainActor
  mutating func run() async throws {
    guard let out else {
      throw PlanError.refused(option: "--out", reason: "must be given: where the result goes")
    }
    switch try AnyPlanFile.command(in: directories[0], option: "merge") {
    case "load":
      try merge(as: LoadPlans.self, of: "load", into: out) { $0.table }
    default:
      try merge(as: Plan.self, of: "run", into: out) {
        try RunCommand.text($0, isWhole: table)
      }
    }
  }

  @MainActor
  private func merge<P: SessionPlan>(
    as type: P.Type, of command: String, into out: String,
    text: (P.Report) throws -> String
  ) throws {
    let merge = try ShardMerge<P>(
      directories, of: command, into: out, isPartial: partial)
    let report = try merge.run(catalogue: RunningProgram.catalogue())
    let output = format == .json ? try report.json() : try text(report)
    defer { StandardError.write(report.closing) }
    try StandardOutput.write(output)
    if !report.isValid { throw FlowExit.invalid.code }
    if !report.isMet { throw FlowExit.regression.code }
  }
}
