import ArgumentParser
import FlowHarness
import FlowReports
import FlowResults
import FlowRunner

struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write the results of a run in another tool's format.",
    usage: "\(Executable.name) export [<run>] <options>",
    discussion: """
      Formats:
        go                Go benchmark text for benchstat, a line for each process
        action-benchmark  customSmallerIsBetter of github-action-benchmark

      Invalid scenarios are omitted and named on standard error.

      Examples:
        \(Executable.name) export --format go > new.txt
        \(Executable.name) export --format action-benchmark --filter 'flow$' --out entries.json
      """)

  @Argument(
    help: ArgumentHelp(
      "Directory of a run; default: \(CompareOptions.newest).", valueName: "run"))
  var directory: String?

  @Option(
    .choice(kind: "format"), "format", "Format to write, required: \(ExportFormat.all)")
  var format: ExportFormat?

  @Option(
    .expression, "expression", "Regular expression that scenario ids must match")
  var filter: String?

  @Option(
    .text, "metric", "Metric to write", default: "wall_ns_per_action, and for go all of them")
  var metric: String?

  @Option(
    .text, "file", "File to write", default: "standard output")
  var out: String?

  mutating func run() throws {
    guard let format else {
      throw PlanError.refused(option: "--format", reason: "must be given: \(ExportFormat.all)")
    }
    var options = ExportOptions(run: directory ?? CompareOptions.newest, format: format)
    options.filter = filter
    options.metric = metric
    options.out = out
    let export = try Export(options)
    if let text = try export.write() { try StandardOutput.write(text) }
    for warning in export.warnings { StandardError.write("\(warning)\n") }
  }
}
