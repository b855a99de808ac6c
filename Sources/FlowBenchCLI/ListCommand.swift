import ArgumentParser
import FlowHarness
import FlowReports
import FlowResults
import FlowRunner

/// Prints what can be asked for.
struct ListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists designs, workloads, topologies, views and suites.")

  @OptionGroup var options: Options<ListOptions>

  @MainActor
  mutating func run() async throws {
    let options = try given()
    if let page = options[ListOptions.page] {
      if let format = options.text(FormatOptions.format.option) {
        throw PlanError.conflict(
          option: FormatOptions.format.option.name,
          rule: "must not be given with \(ListOptions.page.option.name)",
          value: "'\(format)'")
      }
      try StandardOutput.write(Self.text(of: page))
      return
    }
    let listing = try Listing(catalogue: RunningProgram.catalogue())
    switch options.value(FormatOptions.format) {
    case .text: try StandardOutput.write(listing.text)
    case .json: try StandardOutput.write(listing.json() + "\n")
    }
  }

  private static func text(of page: ListPage) -> String {
    switch page {
    case .options: OptionsPage(of: RootCommand.shownSubcommands).text
    case .columns:
      ColumnsPage(of: ResultFileDescription.measured + ResultFileDescription.reported).text
    case .manual: ManualPage(of: RootCommand.shownSubcommands).text
    }
  }
}
