import ArgumentParser
import FlowHarness
import FlowRunner

/// Prints what can be asked for.
struct ListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists designs, workloads, topologies, views and suites.")

  @OptionGroup var format: Options<FormatOptions>

  @MainActor
  mutating func run() async throws {
    let listing = try Listing(catalogue: RunningProgram.catalogue())
    switch try given().value(FormatOptions.format) {
    case .text: print(listing.text, terminator: "")
    case .json: print(try listing.json())
    }
  }
}
