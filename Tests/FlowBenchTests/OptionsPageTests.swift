import FlowTestSupport
import Testing

/// What is made of the table of options: a page, each help, and completions.
struct OptionsPageTests {
  private static let path = "docs/OPTIONS.md"

  /// The subcommands that the page knows, with the options that it says they have.
  private func listed() throws -> [String: Set<String>] {
    var listed: [String: Set<String>] = [:]
    for match in try Repository.text(Self.path).matches(
      of: /(?m)^\| `(--[a-z-]+)[^`]*` \| ([a-z, ]+) \|/)
    {
      for command in match.2.split(separator: ", ") {
        listed[String(command), default: []].insert(String(match.1))
      }
    }
    return listed
  }

  @Test func `the page is what the table says`() async throws {
    let said = try await Tool.run(["list", "--options"])
    #expect(said.exitCode == 0, "\(said.error)")
    let kept = try Repository.text(Self.path).split(separator: "\n")
    let wanted = said.output.split(separator: "\n")
    let missing = wanted.filter { !kept.contains($0) }.joined(separator: "\n")
    let surplus = kept.filter { !wanted.contains($0) }.joined(separator: "\n")
    #expect(
      try Repository.text(Self.path) == said.output,
      """
      'make options' renews \(Self.path)
      missing:
      \(missing)
      not in the table:
      \(surplus)
      """)
  }

  @Test func `a help has what the page has, so that no option stands beside the table`()
    async throws
  {
    let listed = try listed()
    #expect(listed.count == 15)
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
