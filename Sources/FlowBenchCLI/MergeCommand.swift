import ArgumentParser
import FlowHarness
import FlowResults
import FlowRunner

struct MergeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Merge the shards of a run, or of a load run.",
    usage: "\(Executable.name) merge <directory> ... <options>",
    discussion: """
      The result equals that of a run in one piece, with a row in runs.csv for each shard and its \
      machine. The order of the directories does not matter.

      A shard is refused if it is missing, incomplete or given twice, or if its plan, commit, compiler, \
      build mode or file version differs.

      Examples:
        \(Executable.name) run --suite full --shard 1/2 --out a # on one machine
        \(Executable.name) run --suite full --shard 2/2 --out b # on another one
        \(Executable.name) merge a b --out whole                # where both directories are
      """)

  @Argument(help: ArgumentHelp("Directories of shards.", valueName: "directory"))
  var directories: [String]

  @Option(.text, "directory", "New or empty directory for the result; required")
  var out: String?

  @Flag(help: "Allow shards to be missing; the result can be merged with them later.")
  var partial = false

  @Flag(help: "Print all scenarios, not the summary.")
  var table = false

  @Option(.choice(kind: "format"), "format", "Output format: text or json")
  var format = OutputFormat.text

  @MainActor
  mutating func run() async throws {
    guard let out else {
      throw PlanError.refused(
        option: "--out", reason: "must be given: the directory for the result")
    }
    switch try PlanFile.read(directories[0], option: "merge").command {
    case "load": try merge(as: LoadPlans.self, of: "load", into: out) { $0.table }
    default:
      try merge(as: Plan.self, of: "run", into: out) { try RunOptions.text($0, isWhole: table) }
    }
  }

  @MainActor
  private func merge<P: SessionPlan>(
    as type: P.Type, of command: String, into out: String, text: (P.Report) throws -> String
  ) throws {
    let catalogue = try RunningProgram.catalogue()
    let report = try ShardMerge<P>(
      directories, of: command, into: out, isPartial: partial, catalogue: catalogue
    ).run()
    try report.finish(as: format, text: try text(report))
  }
}
