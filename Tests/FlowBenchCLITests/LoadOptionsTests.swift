import Testing

@testable import FlowBenchCLI

/// One question, one subcommand: options of another subcommand are refused by name.
struct LoadOptionsTests {
  private static let commands = ["load", "saturate", "contend", "explore", "replay"]

  /// The required arguments of subcommands.
  private static let needed = ["saturate": ["--bound", "p99=1ms"], "replay": ["monday.trace"]]

  /// The options of these subcommands together.
  private static var all: Set<String> {
    commands.reduce(into: []) { $0.formUnion(RootCommand.options[$1] ?? []) }
  }

  @Test func `an option of another subcommand is refused by name`() throws {
    #expect(Self.all.isSuperset(of: ["--clients", "--users", "--bound", "--workers", "--runs"]))
    for command in Self.commands {
      let own = try #require(RootCommand.options[command])
      for option in Self.all.subtracting(own) {
        let line = RootCommand.usageError(
          "Unknown option '\(option)'", arguments: ["flowbench", command, option, "1"])
        #expect(line.hasPrefix("\(option): '\(command)' has no such option, but '"), "\(line)")
      }
    }
  }

  @Test(arguments: commands)
  func `the refusal of an option is one line and exit 1`(command: String) async throws {
    let own = try #require(RootCommand.options[command])
    let option = try #require(Self.all.subtracting(own).min())
    let result = try await Tool.run([command, option, "1"] + (Self.needed[command] ?? []))
    #expect(result.exitCode == 1 && result.errorLines.count == 1, "\(result.error)")
    #expect(
      result.error.hasPrefix("\(option): '\(command)' has no such option, but '"),
      "\(result.error)")
  }

  @Test func `each question has the options that only it asks`() throws {
    func unique(_ command: String) -> Set<String> {
      let others = Self.commands.filter { $0 != command }
      return others.reduce(into: RootCommand.options[command] ?? []) {
        $0.subtract(RootCommand.options[$1] ?? [])
      }
    }
    #expect(
      unique("load") == [
        "--suite", "--clients", "--users", "--sessions", "--think", "--away", "--blind",
        "--worlds", "--own", "--jobs", "--shard", "--shard-by",
      ])
    #expect(unique("saturate") == ["--bound"])
    #expect(unique("contend").isEmpty, "workers also send a schedule, for load and saturate")
    #expect(unique("explore") == ["--runs"])
    #expect(unique("replay") == ["--speed", "--partial"])
  }
}
