import ArgumentParser
import FlowHarness
import FlowReports
import FlowResults
import FlowRunner

struct ListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List designs, workloads, topologies, views and suites.")

  /// A page of documentation that this program writes.
  enum Page: String, CaseIterable {
    case columns
  }

  @Option(.choice(kind: "format"), "format", "Output format: text or json", default: "text")
  var format: OutputFormat?

  @Option(.choice(kind: "page"), "page", "Page to print instead: columns (Markdown)")
  var page: Page?

  @MainActor
  mutating func run() async throws {
    if page != nil {
      if let format {
        throw PlanError.invalid(
          option: "--format", rule: "must not be given with --page", value: "'\(format.rawValue)'")
      }
      let files = ResultFileDescription.measured + ResultFileDescription.reported
      return try StandardOutput.write(ColumnsPage(of: files).text)
    }
    let listing = try Listing(catalogue: RunningProgram.catalogue())
    try StandardOutput.write(format == .json ? listing.json() : listing.text)
  }
}
