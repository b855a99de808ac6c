import ArgumentParser
import FlowHarness
import FlowReports
import FlowResults

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

  @Option(
    help: ArgumentHelp(
      "Dimension whose levels are compared: topology (default), design, load, or any column that "
        + "says what was measured.", valueName: "dimension"))
  var by: String?

  @Option(
    help: ArgumentHelp("Level that the others are held against.", valueName: "level"))
  var base: String?

  @Option(
    help: ArgumentHelp(
      "Dimension by which geometric means are taken; default design.", valueName: "dimension"))
  var group: String?

  @Option(help: "Keep the scenarios whose id, or load, matches this regular expression.")
  var filter: String?

  @Option(
    help: ArgumentHelp(
      "Metric of the table and the means; default wall_ns_per_action, of loads response_p99_ns.",
      valueName: "metric"))
  var metric: String?

  @Option(help: "How to print: \(CompareFormat.all).")
  var format = CompareFormat.text.rawValue

  mutating func run() throws {
    let format = try CompareFormat(option: format)
    var options = CompareOptions(run: directory ?? CompareOptions.newest)
    options.candidate = candidate
    options.by = by
    options.base = base
    options.group = group
    options.filter = filter
    options.metric = metric
    let comparison = try Comparison(options)
    switch format {
    case .text: print(CompareReport(comparison).text, terminator: "")
    case .markdown: print(CompareReport(comparison).markdown, terminator: "")
    case .csv: print(comparison.csv, terminator: "")
    case .json: print(try comparison.json(), terminator: "")
    }
    try comparison.write()
  }
}

/// How a comparison is printed.
enum CompareFormat: String, CaseIterable {
  case text
  case csv
  case json
  case markdown

  /// Their names, for people.
  static let all = allCases.map(\.rawValue).joined(separator: ", ")

  /// Reads the option.
  init(option: String) throws(PlanError) {
    guard let format = CompareFormat(rawValue: option) else {
      throw .unknown(
        option: "--format", kind: "format", name: option, known: Self.allCases.map(\.rawValue))
    }
    self = format
  }
}
