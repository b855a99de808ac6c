import ArgumentParser
import FlowHarness
import FlowReports
import FlowResults

/// Gives the results of a run to other people's tools.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes the results of a run in a format that other tools read.",
    discussion: """
      go: Go benchmark text for benchstat, a line for each process. jmh: JMH's JSON for JMH \
      Visualizer and Jenkins. action-benchmark: customSmallerIsBetter of github-action-benchmark. \
      hgrm: HdrHistogram's percentiles of one scenario's samples; of several into a directory. \
      Scenarios that are not valid are left out and named on stderr.
      """)

  @Argument(
    help: ArgumentHelp(
      "Directory of a run; default \(CompareOptions.newest).", valueName: "run"))
  var directory: String?

  @Option(help: "What to write: \(ExportFormat.all).")
  var format: String

  @Option(help: "Keep the scenarios whose id matches this regular expression.")
  var filter: String?

  @Option(
    help: ArgumentHelp(
      "Metric that is written; default wall_ns_per_action, and for go all of them.",
      valueName: "metric"))
  var metric: String?

  @Option(
    help: ArgumentHelp(
      "File to write, for several hgrm a directory; default standard output.", valueName: "file"))
  var out: String?

  mutating func run() throws {
    var options = ExportOptions(
      run: directory ?? CompareOptions.newest, format: try ExportFormat(option: format))
    options.filter = filter
    options.metric = metric
    options.out = out
    let export = try Export(options)
    if let text = try export.write() { print(text, terminator: "") }
    for warning in export.warnings { StandardError.write("\(warning)\n") }
  }
}
