import ArgumentParser
import FlowHarness
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
    if options.value(ListOptions.page) {
      if let format = options.text(FormatOptions.format.option) {
        throw PlanError.conflict(
          option: FormatOptions.format.option.name,
          rule: "must not be given with \(ListOptions.page.option.name), a page of Markdown",
          value: "'\(format)'")
      }
      print(OptionsPage(of: RootCommand.shownSubcommands).text, terminator: "")
      return
    }
    let listing = try Listing(catalogue: RunningProgram.catalogue())
    switch options.value(FormatOptions.format) {
    case .text: print(listing.text, terminator: "")
    case .json: print(try listing.json())
    }
  }
}
