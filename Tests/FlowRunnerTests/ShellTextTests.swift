import Testing

@testable import FlowResults
@testable import FlowRunner

/// Command lines that can be pasted into a shell.
struct ShellTextTests {
  @Test(arguments: [
    ["run", "--out", "my run"], ["a'b", "", "c\\d"], ["--filter", "^(a|b)$"], ["line\nend", "ü"],
  ])
  func `words survive being written as a line`(words: [String]) {
    #expect(ShellText.words(ShellText.line(words)) == words)
  }

  @Test func `a line of an older run is split at its blanks`() {
    #expect(ShellText.words("run --suite  smoke ") == ["run", "--suite", "smoke"])
  }

  @Test func `the hint after an interruption quotes a path with blanks`() {
    let end = SessionEnd(path: "my run", command: "load", isInterrupted: true)
    #expect(
      end.closing() == "interrupted; continue with: \(Executable.name) load --resume 'my run'\n")
  }
}
