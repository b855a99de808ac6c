import ArgumentParser
import FlowResults
import FlowRunner

struct StatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show the progress of runs and shards.",
    discussion: """
      Prints the finished jobs and the remaining time for each directory. Exits 3 unless all are complete.

      Example:
        \(Executable.name) status shards/*   # all shards of a run
      """)

  @Argument(help: ArgumentHelp("Directories of runs, load runs or shards.", valueName: "directory"))
  var directories: [String]

  @MainActor
  mutating func run() async throws {
    let catalogue = try RunningProgram.catalogue()
    let all = try directories.map { try ShardStatus.of($0, in: catalogue) }
    try StandardOutput.write(ShardStatus.text(all))
    guard all.allSatisfy(\.isDone) else { throw FlowExit.inconclusive.code }
  }
}
