import Foundation
import Testing

@testable import FlowResults

/// Standard output and standard error, on other descriptors.
struct StandardOutputTests {
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "a device of Linux"))
  func `a device without space is an error of the system`() throws {
    let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
    defer { close(full) }
    let error = #expect(throws: SystemError.self) { try StandardOutput.write("a", to: full) }
    #expect(
      error?.description == "standard output: no space left on device; free some space")
    #expect(throws: Never.self) { try StandardOutput.write("", to: full) }
  }

  @Test func `a closed descriptor is an error of the system`() {
    let error = #expect(throws: SystemError.self) { try StandardOutput.write("a", to: -1) }
    #expect(error?.description == "standard output: bad file descriptor")
  }

  @Test func `a closed pipe is not an error`() throws {
    signal(SIGPIPE, SIG_IGN)
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    try StandardOutput.write("a", to: pipe.fileHandleForWriting.fileDescriptor)
  }

  @Test func `a long text is written completely to a non-blocking pipe`() async throws {
    let pipe = Pipe()
    let end = pipe.fileHandleForWriting.fileDescriptor
    #expect(fcntl(end, F_SETFL, O_NONBLOCK) == 0)
    let reading = pipe.fileHandleForReading
    let text = String(repeating: "0123456789", count: 100_000)
    let writing = pipe.fileHandleForWriting
    Thread.detachNewThread {
      try? StandardOutput.write(text, to: end)
      try? writing.close()
    }
    let bytes: Data? = await withCheckedContinuation { done in
      Thread.detachNewThread { done.resume(returning: try? reading.readToEnd()) }
    }
    #expect(bytes.map { String(decoding: $0, as: UTF8.self) } == text)
  }

  @Test(arguments: [
    ("plain ü 👨‍👩‍👧 –", "plain ü 👨‍👩‍👧 –"), ("a\u{1B}[2Jb", #"a\u{1B}[2Jb"#),
    ("a\r\n\tb\0", #"a\r\n\tb\0"#), ("\u{9B}31m\u{7F}", #"\u{9B}31m\u{7F}"#),
    ("a\u{202E}b\u{2028}\u{FEFF}", #"a\u{202E}b\u{2028}\u{FEFF}"#),
    (#""quoted" \"#, #""quoted" \"#),
  ])
  func `only control characters are escaped`(text: String, escaped: String) {
    #expect(text.escapingControls() == escaped)
    #expect("a\nb".escapingControls(keepingLines: true) == "a\nb")
  }

  @Test func `colours require a terminal that shows them`() {
    #expect(Terminal.isColoured(by: ["TERM": "xterm-256color"]))
    #expect(Terminal.isColoured(by: ["TERM": "xterm", "NO_COLOR": ""]))
    #expect(!Terminal.isColoured(by: ["TERM": "dumb"]))
    #expect(!Terminal.isColoured(by: ["TERM": "xterm", "NO_COLOR": "1"]))
  }

  @Test func `the cells of a table cannot move the cursor`() {
    var table = TextTable(["a"])
    table.add(["x\u{1B}[2J\ny"])
    #expect(table.text().hasSuffix(#"x\u{1B}[2J\ny"# + "\n"))
    #expect(table.markdown.hasSuffix(#"**x\u{1B}[2J\ny** |"# + "\n"))
  }
}
