import FlowTestSupport
import Testing

/// What is made of the tables: pages, the manual, each help, and completions.
struct PagesTests {
  /// The subcommands that the page knows, with the options that it says they have.
  private func listed() throws -> [String: Set<String>] {
    var listed: [String: Set<String>] = [:]
    for match in try Repository.text("docs/OPTIONS.md").matches(
      of: /(?m)^\| `(--[a-z-]+)[^`]*` \| ([a-z, ]+) \|/)
    {
      for command in match.2.split(separator: ", ") {
        listed[String(command), default: []].insert(String(match.1))
      }
    }
    return listed
  }

  @Test(arguments: ["options", "columns"])
  func `a page is what the tables say`(page: String) async throws {
    let path = "docs/\(page.uppercased()).md"
    let said = try await Tool.run(["list", "--page", page])
    #expect(said.exitCode == 0, "\(said.error)")
    let kept = try Repository.text(path).split(separator: "\n")
    let wanted = said.output.split(separator: "\n")
    let missing = wanted.filter { !kept.contains($0) }.joined(separator: "\n")
    let surplus = kept.filter { !wanted.contains($0) }.joined(separator: "\n")
    #expect(
      try Repository.text(path) == said.output,
      """
      'make pages' renews \(path)
      missing:
      \(missing)
      not in the table:
      \(surplus)
      """)
  }

  @Test func `the manual has every subcommand and option, and nothing that man misreads`()
    async throws
  {
    let said = try await Tool.run(["list", "--page", "manual"])
    let lines = said.output.split(separator: "\n")
    let macros: Set<Substring> = [".TH", ".SH", ".SS", ".TP", ".B", ".I", ".RI"]
    for line in lines where line.hasPrefix(".") || line.hasPrefix("'") {
      #expect(macros.contains(line.prefix { $0 != " " }), "\(line)")
    }
    for (command, options) in try listed() {
      let start = try #require(lines.firstIndex(of: ".SS flowbench \(command)"))
      let section = lines[(start + 1)...].prefix { !$0.hasPrefix(".SS") && !$0.hasPrefix(".SH") }
      let found = section.compactMap { $0.firstMatch(of: /^\\fB(\S+)\\fR/)?.1 }
        .map { String($0).replacing("\\-", with: "-") }
      #expect(Set(found) == options, "\(command)")
    }
  }

  @Test func `a help has what the page has, so that no option stands beside the table`()
    async throws
  {
    let listed = try listed()
    #expect(listed.count == 17)
    for (command, options) in listed.sorted(by: { $0.key < $1.key }) {
      let help = try await Tool.run([command, "--help"])
      let shown = Set(
        help.output.matches(of: /(?m)^ +(?:-h, )?(--[a-z-]+)/).map { String($0.1) })
      #expect(shown.subtracting(["--help", "--version"]) == options, "\(command)")
    }
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `completions offer the values that there are`(shell: String) async throws {
    let script = try await Tool.run(["--generate-completion-script", shell])
    #expect(script.exitCode == 0, "\(script.error)")
    for word in ["max-queue", "per-feature", "suspending", "action-benchmark", "main-actor"] {
      #expect(script.output.contains(word), "\(word)")
    }
  }
}
