import Testing

/// One question, one subcommand: what does not apply to it is refused by name.
struct LoadOptionsTests {
  private static let commands = ["load", "saturate", "contend", "explore", "replay"]

  /// The required arguments of subcommands.
  private static let needed = ["saturate": ["--bound", "p99=1ms"], "replay": ["monday.trace"]]

  /// The options that the help of a subcommand names.
  private static func options(of command: String) async throws -> Set<String> {
    let help = try await Tool.run([command, "--help-hidden"])
    #expect(help.exitCode == 0, "\(help.error)")
    return Set(help.output.matches(of: /(?m)^  (?:-h, )?(--[a-z-]+)/).map { String($0.1) })
  }

  @Test func `an option of another subcommand is refused by name`() async throws {
    var options: [String: Set<String>] = [:]
    for command in Self.commands { options[command] = try await Self.options(of: command) }
    let all = options.values.reduce(into: Set()) { $0.formUnion($1) }
    #expect(all.isSuperset(of: ["--clients", "--users", "--bound", "--workers", "--runs"]))
    for command in Self.commands {
      for option in all.subtracting(options[command] ?? []).sorted() {
        let result = try await Tool.run([command, option, "1"] + (Self.needed[command] ?? []))
        #expect(result.exitCode == 1 && result.errorLines.count == 1, "\(result.error)")
        #expect(
          result.error.hasPrefix("\(option): '\(command)' has no such option, but '"),
          "\(result.error)")
      }
    }
  }

  @Test func `each question has the options that only it asks`() async throws {
    func unique(_ command: String) async throws -> Set<String> {
      var options = try await Self.options(of: command)
      for other in Self.commands where other != command {
        options.subtract(try await Self.options(of: other))
      }
      return options
    }
    #expect(
      try await unique("load") == [
        "--suite", "--clients", "--users", "--sessions", "--think", "--away", "--blind",
        "--worlds", "--own", "--jobs", "--shard", "--shard-by",
      ])
    #expect(try await unique("saturate") == ["--bound"])
    #expect(
      try await unique("contend").isEmpty, "workers also send a schedule, for load and saturate")
    #expect(try await unique("explore") == ["--runs"])
    #expect(try await unique("replay") == ["--speed", "--partial"])
  }
}
