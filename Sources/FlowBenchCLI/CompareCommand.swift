import ArgumentParser
import FlowHarness
import FlowReports
import FlowResults
import FlowRunner

struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare designs, topologies or other levels, or two runs.",
    usage: "\(Executable.name) compare [<run> [<candidate>]] [<options>]",
    discussion: """
      With one directory, compares every level of a dimension with a base level, all else being equal. \
      With two, compares every scenario that both have. Writes compare.csv beside the (second) \
      run's other files.

      Runs of load are compared in the same way; their samples are the rounds (--rounds). A load is only \
      compared with the same load, unless --by load compares different ones. Metrics: \
      \(CompareOptions.loadMetrics). Throughput and processor time that the load itself determines \
      have no verdict.

      Examples:
        \(Executable.name) compare                           # topologies of the newest run
        \(Executable.name) compare --by design --base inout  # designs
        \(Executable.name) compare results/before results/after
      """)

  enum Format: String, CaseIterable {
    case text, csv, json, markdown
  }

  @Argument(
    help: ArgumentHelp(
      "Directory of a run, or of the base if two are given; default: \(CompareOptions.newest).",
      valueName: "run"))
  var directory: String?

  @Argument(help: "Directory of the run to compare with it.")
  var candidate: String?

  @Option(
    .text, "dimension",
    "Dimension to compare: topology, design, load, or another column of scenarios",
    default: "topology")
  var by: String?

  @Option(.text, "level", "Level with which the others are compared")
  var base: String?

  @Option(
    .expression, "expression",
    "Regular expression that scenario ids, or loads, must match")
  var filter: String?

  @Option(
    .text, "metric", "Metric of the table and the means",
    default: "wall_ns_per_action; for loads response_p99_ns")
  var metric: String?

  @Option(.choice(kind: "format"), "format", "Output format: text, csv, json or markdown")
  var format = Format.text

  mutating func run() throws {
    var options = CompareOptions(run: directory ?? CompareOptions.newest)
    options.candidate = candidate
    options.by = by
    options.base = base
    options.filter = filter
    options.metric = metric
    let comparison = try Comparison(options)
    switch format {
    case .text: try StandardOutput.write(CompareReport(comparison).text)
    case .markdown: try StandardOutput.write(CompareReport(comparison).markdown)
    case .csv: try StandardOutput.write(comparison.csv)
    case .json: try StandardOutput.write(comparison.json())
    }
    try comparison.write()
  }
}
