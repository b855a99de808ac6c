import ArgumentParser
import FlowHarness
import FlowReports
import FlowResults
import FlowRunner

/// Holds levels of one run, or two runs, against each other.
struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Holds topologies, designs or other levels of a run against each other, or two runs.",
    discussion: """
      One directory: every level of a dimension against a base level, all else equal. Two: every \
      scenario that both have. Writes compare.csv, geomeans.csv and crossings.csv beside the \
      (second) run's other files.

      Runs of '\(Executable.name) load' are compared alike: their samples are the rounds (--rounds), and the \
      same load is held against the same load only, or with --by load as levels. Metrics: \
      \(CompareOptions.loadMetrics). Throughput and processor time that the load itself decides \
      have no verdict.
      """)

  @Argument(
    help: ArgumentHelp(
      "Directory of a run or a load run, or of the base; default \(CompareOptions.newest).",
      valueName: "run"))
  var directory: String?

  @Argument(help: "Directory of the run that is held against it.")
  var candidate: String?

  @OptionGroup var options: Options<CompareTable>

  mutating func run() throws {
    let given = try given()
    var options = CompareOptions(run: directory ?? CompareOptions.newest)
    options.candidate = candidate
    options.by = given[CompareTable.by]
    options.base = given[CompareTable.base]
    options.group = given[CompareTable.group]
    options.filter = given[CompareTable.filter]
    options.metric = given[CompareTable.metric]
    let comparison = try Comparison(options)
    switch given.value(CompareTable.format) {
    case .text: try StandardOutput.write(CompareReport(comparison).text)
    case .markdown: try StandardOutput.write(CompareReport(comparison).markdown)
    case .csv: try StandardOutput.write(comparison.csv)
    case .json: try StandardOutput.write(comparison.json())
    }
    try comparison.write()
  }
}
