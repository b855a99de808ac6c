import ArgumentParser
import FlowHarness
import FlowRunner

/// Prints what can be asked for.
struct ListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists designs, workloads, topologies, views and suites.")

  @Option(help: "How to print: \(OutputFormat.all).")
  var format = OutputFormat.text.rawValue

  @MainActor
  mutating func run() async throws {
    let format = try OutputFormat(option: format)
    let listing = try Listing(catalogue: RunningProgram.catalogue())
    switch format {
    case .text: print(listing.text, terminator: "")
    case .json: print(try listing.json())
    }
  }
}
