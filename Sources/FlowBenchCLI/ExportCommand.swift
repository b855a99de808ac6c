import ArgumentParser
import FlowHarness
import FlowReports
import FlowResults
import FlowRunner

/// Writes the results of a run in the formats of other tools.
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

  @OptionGroup var options: Options<ExportTable>

  mutating func run() throws {
    let given = try given()
    guard let format = given[ExportTable.format] else {
      throw PlanError.refused(
        option: ExportTable.format.option.name, reason: "must be given: \(ExportFormat.all)")
    }
    var options = ExportOptions(run: directory ?? CompareOptions.newest, format: format)
    options.filter = given[DesignOptions.filter]
    options.metric = given[ExportTable.metric]
    options.out = given[ExportTable.out]
    let export = try Export(options)
    if let text = try export.write() { try StandardOutput.write(text) }
    for warning in export.warnings { StandardError.write("\(warning)\n") }
  }
}
