import FlowTestSupport
import Testing

/// The pages of documentation, the manual and completions.
struct PagesTests {
  @Test func `the page of columns is what the program prints`() async throws {
    let path = "docs/COLUMNS.md"
    let said = try await Tool.run(["list", "--page", "columns"])
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
      surplus:
      \(surplus)
      """)
  }

  @Test func `the manual has every subcommand, and no line that man misreads`() async throws {
    let said = try await Tool.run(["list", "--page", "manual"])
    let lines = said.output.split(separator: "\n")
    let macros: Set<Substring> = [
      ".TH", ".SH", ".SS", ".TP", ".B", ".I", ".RI", ".nf", ".fi",
    ]
    for line in lines where line.hasPrefix(".") || line.hasPrefix("'") {
      #expect(macros.contains(line.prefix { $0 != " " }), "\(line)")
    }
    let help = try await Tool.run(["--help"]).output
    let commands = help.matches(of: #/(?m)^ {2}([a-z]+) {3}/#).map { String($0.1) }
    #expect(commands.count > 10)
    for command in commands { #expect(lines.contains(".SS flowbench \(command)")) }
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
