import ArgumentParser
import FlowHarness
import FlowResults
import FlowRunner

/// Makes one run of its shards.
struct MergeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Makes one run, or load run, of the shards that it was measured in.",
    discussion: """
      The result is that of a run in one piece: rows in the order of the plan, whatever the order of the \
      directories, and a row in runs.csv for each shard and its machine. Refuses what does not fit together: \
      a shard that is missing, incomplete or there twice, of another plan, commit, compiler, build mode or \
      version of the files; and says what to run. With --partial shards may be missing: the result can be \
      merged with others again, in any grouping.

      Examples: \(Executable.name) run --suite full --shard 1/2 --out a
                \(Executable.name) run --suite full --shard 2/2 --out b
                \(Executable.name) merge a b --out whole
      """)

  @Argument(help: ArgumentHelp("Directories of shards.", valueName: "directory"))
  var directories: [String]

  @OptionGroup var options: Options<MergeOptions>

  @MainActor
  mutating func run() async throws {
    let options = try given()
    guard let out = options[MergeOptions.out] else {
      throw PlanError.refused(
        option: MergeOptions.out.option.name, reason: "must be given: where the result goes")
    }
    switch try AnyPlanFile.command(in: directories[0], option: "merge") {
    case "load":
      try merge(as: LoadPlans.self, of: "load", options, out) { $0.table }
    default:
      try merge(as: Plan.self, of: "run", options, out) {
        try RunCommand.text($0, isWhole: options.value(TableOptions.table))
      }
    }
  }

  @MainActor
  private func merge<P: SessionPlan>(
    as type: P.Type, of command: String, _ options: OptionValues, _ out: String,
    text: (P.Report) throws -> String
  ) throws {
    let merge = try ShardMerge<P>(
      directories, of: command, into: out, isPartial: options.value(MergeOptions.partial))
    let report = try merge.run(catalogue: RunningProgram.catalogue())
    let isJSON = options.value(FormatOptions.format) == .json
    let output = isJSON ? try report.json() : try text(report)
    defer { StandardError.write(report.closing) }
    try StandardOutput.write(output)
    if !report.isValid { throw FlowExit.invalid.code }
    if !report.isMet { throw FlowExit.regression.code }
  }
}
