import FlowTestSupport
import Testing

/// The page of documentation, and completions.
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

  @Test(arguments: ["bash", "zsh", "fish"])
  func `completions offer the values that there are`(shell: String) async throws {
    let script = try await Tool.run(["--generate-completion-script", shell])
    #expect(script.exitCode == 0, "\(script.error)")
    for word in ["max-queue", "per-feature", "suspending", "action-benchmark", "main-actor"] {
      #expect(script.output.contains(word), "\(word)")
    }
  }
}
