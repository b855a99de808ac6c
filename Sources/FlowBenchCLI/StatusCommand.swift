import ArgumentParser
import FlowResults
import FlowRunner

/// Says how far sessions are.
struct StatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "How far is what is measured in these directories?",
    discussion: """
      A line for each, whether it is at work, was interrupted, or is complete. Exits 3 while one of them is \
      not complete.

      Example: \(Executable.name) status sweep/*
      """)

  @Argument(help: ArgumentHelp("Directories of runs, load runs or shards.", valueName: "directory"))
  var directories: [String]

  @MainActor
  mutating func run() async throws {
    let all = try directories.map { try ShardStatus.of($0) }
    try StandardOutput.write(ShardStatus.text(all))
    guard all.allSatisfy(\.isDone) else { throw FlowExit.inconclusive.code }
  }
}
