import ArgumentParser
import FlowResults
import FlowRunner

struct StatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show the progress of runs and shards.",
    discussion: """
      Prints the finished jobs and the remaining time for each directory. Exits 3 unless all are complete, and 1 if one \
      cannot be read.

      Example:
        \(Executable.name) status shards/*   # all shards of a run
      """)

  @Argument(help: ArgumentHelp("Directories of runs, load runs or shards.", valueName: "directory"))
  var directories: [String]

  @MainActor
  mutating func run() async throws {
    let catalogue = try RunningProgram.catalogue()
    var all: [ShardStatus] = []
    var unreadable: (any Error)?
    for directory in directories {
      do { all.append(try ShardStatus.of(directory, in: catalogue)) } catch {
        unreadable = unreadable ?? error
      }
    }
    if !all.isEmpty { try StandardOutput.write(ShardStatus.text(all)) }
    if let unreadable { throw unreadable }
    guard all.allSatisfy(\.isDone) else { throw FlowExit.inconclusive.code }
  }
}
