import Testing

@testable import FlowHarness
@testable import FlowRunner

/// How a run says how far it is, on a clock that the test moves.
struct ProgressReporterTests {
  private final class Terminal {
    var seconds: UInt64 = 0
    var written: [String] = []

    func reporter(
      total: Int, done: Int = 0, isTerminal: Bool, width: Int = 80
    ) -> ProgressReporter {
      let nowNs = { self.seconds * 1_000_000_000 }
      return ProgressReporter(
        total: total, done: done,
        line: StatusLine(
          isTerminal: isTerminal, write: { self.written.append($0) }, width: { width },
          nowNs: nowNs),
        nowNs: nowNs)
    }
  }

  @Test func `redraws one line on a terminal, and takes it away at the end`() {
    let terminal = Terminal()
    var progress = terminal.reporter(total: 3, isTerminal: true)
    progress.report("shop/floor", done: 0)
    terminal.seconds = 5
    progress.report("shop/flow", done: 1)
    progress.finish()
    #expect(
      terminal.written == [
        "\r\u{1B}[K0/3  0:00 elapsed  – left  shop/floor",
        "\r\u{1B}[K1/3  0:05 elapsed  0:10 left  shop/flow", "\r\u{1B}[K",
      ])
  }

  @Test(arguments: [20, 40, 60, 80, 132])
  func `a redrawn line is never wider than a terminal`(width: Int) throws {
    let terminal = Terminal()
    var progress = terminal.reporter(total: 12_345, done: 0, isTerminal: true, width: width)
    terminal.seconds = 123_456
    progress.report(String(repeating: "long/", count: 40), done: 12_000)
    let line = try #require(terminal.written.first)
    #expect(line.dropFirst("\r\u{1B}[K".count).count == width - 1)
    #expect(!line.contains("\n"))
  }

  @Test func `writes at most a line each ten seconds elsewhere`() {
    let terminal = Terminal()
    var progress = terminal.reporter(total: 100, isTerminal: false)
    for second in 0...25 {
      terminal.seconds = UInt64(second)
      progress.report("s\(second)", done: second)
    }
    progress.finish()
    #expect(
      terminal.written == [
        "0/100  0:00 elapsed  – left  s0\n", "10/100  0:10 elapsed  1:30 left  s10\n",
        "20/100  0:20 elapsed  1:20 left  s20\n",
      ])
  }

  @Test func `a resumed run foretells by what it has done itself`() {
    let terminal = Terminal()
    var progress = terminal.reporter(total: 20, done: 10, isTerminal: false)
    progress.report("a", done: 10)
    terminal.seconds = 30
    progress.report("b", done: 13)
    #expect(
      terminal.written == [
        "10/20  0:00 elapsed  – left  a\n", "13/20  0:30 elapsed  1:10 left  b\n",
      ])
  }

  @Test(arguments: [
    (0, "0:00"), (9.4, "0:09"), (59.4, "0:59"), (59.5, "1:00"), (61, "1:01"), (600, "10:00"),
    (3600, "60:00"), (5999.6, "100:00"),
  ])
  func `time is in minutes and seconds`(seconds: Double, text: String) {
    #expect(ProgressReporter.clock(seconds) == text)
  }
}
