import ArgumentParser
import FlowHarness
import FlowReports
import FlowResults
import FlowRunner

/// Lists designs, workloads and all other values of options.
struct ListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List designs, workloads, topologies, views and suites.")

  /// A page of documentation that this program writes.
  enum Page: String, CaseIterable {
    /// Every option of every subcommand.
    case options
    /// Every column of every results file.
    case columns
    /// The manual, in the macros of man(7).
    case manual
  }

  @Option(.choice(kind: "format"), "format", "Output format: text or json", default: "text")
  var format: OutputFormat?

  @Option(
    .choice(kind: "page"), "page",
    "Print a page instead: options or columns (Markdown), or manual (for man)")
  var page: Page?

  @MainActor
  mutating func run() async throws {
    if let page {
      if let format {
        throw PlanError.conflict(
          option: "--format", rule: "must not be given with --page", value: "'\(format.rawValue)'")
      }
      try StandardOutput.write(Self.text(of: page))
      return
    }
    let listing = try Listing(catalogue: RunningProgram.catalogue())
    switch format ?? .text {
    case .text: try StandardOutput.write(listing.text)
    case .json: try StandardOutput.write(listing.json() + "\n")
    }
  }

  private static func text(of page: Page) -> String {
    switch page {
    case .options: OptionsPage.text
    case .columns:
      ColumnsPage(of: ResultFileDescription.measured + ResultFileDescription.reported).text
    case .manual: ManualPage.text
    }
  }
}
