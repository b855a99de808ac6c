import FlowTestSupport
import Foundation
import Testing

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// The link to the latest run.
struct ResultsHomeTests {
  private let files = FileManager.default
  private let place = temporaryPath()

  /// A home with runs of these names.
  private func home(_ names: String...) throws -> ResultsHome {
    let home = ResultsHome(parent: "\(place)/runs", latest: "latest")
    for name in names {
      try files.createDirectory(
        atPath: "\(home.parent)/\(name)", withIntermediateDirectories: true)
    }
    return home
  }

  @Test func `the link names the latest run by a relative path`() throws {
    let home = try home("a", "b")
    for name in ["a", "b"] {
      try home.link(to: "\(home.parent)/\(name)")
      #expect(try files.destinationOfSymbolicLink(atPath: "\(place)/latest") == "runs/\(name)")
    }
    // The link itself is resolved.
    try home.link(to: "\(place)/latest")
    #expect(try files.destinationOfSymbolicLink(atPath: "\(place)/latest") == "runs/b")
    #expect(try files.contentsOfDirectory(atPath: place).sorted() == ["latest", "runs"])
  }

  @Test func `a directory or a file with the name of the link stays`() throws {
    let home = try home("a")
    let link = "\(place)/latest"
    try files.createDirectory(atPath: "\(link)/mine", withIntermediateDirectories: true)
    let error = #expect(throws: SystemError.self) { try home.link(to: "\(home.parent)/a") }
    #expect(error?.description.hasPrefix("\(link): must be a symbolic link, and is not") == true)
    #expect(files.fileExists(atPath: "\(link)/mine"))
    try files.removeItem(atPath: link)
    try Data("mine".utf8).write(to: URL(filePath: link))
    #expect(throws: SystemError.self) { try home.link(to: "\(home.parent)/a") }
    #expect(try Data(contentsOf: URL(filePath: link)) == Data("mine".utf8))
  }

  @Test func `only runs in the results directory are linked`() throws {
    let home = try home("a")
    try home.link(to: "\(home.parent)/a")
    #expect(home.holds("\(home.parent)/a") && home.holds("\(home.parent)//a/"))
    #expect(home.holds("\(place)/latest"))
    #expect(!home.holds("\(place)/runs") && !home.holds("\(home.parent)/a/plots"))
    #expect(!home.holds(temporaryPath()))
  }
}

/// The name of a run.
struct RunRowStartTests {
  @Test(arguments: [
    (0, "19700101T000000Z"), (951_782_400, "20000229T000000Z"), (951_868_799, "20000229T235959Z"),
    (1_795_243_680, "20261121T064800Z"), (4_107_542_400, "21000301T000000Z"),
    (-1, "19691231T235959Z"), (-0.25, "19691231T235959Z"), (0.999, "19700101T000000Z"),
  ])
  func `an instant is written in UTC to the second`(seconds: Double, text: String) {
    #expect(RunRow.utc(Date(timeIntervalSince1970: seconds)) == text)
  }

  @Test(arguments: ["", "abc1234"])
  func `runs of the same second and commit have different names`(commit: String) {
    let names = Set((0..<50).map { _ in RunRow.makeID("20261121T064800Z", commit) })
    #expect(names.count == 50)
    #expect(names.allSatisfy { $0.hasPrefix("20261121T064800Z-") })
  }

  @Test @MainActor func `the name of a run has its start and its commit`() async throws {
    let plan = try Plan(OptionTexts(), catalogue: ConformanceTests.catalogue)
    let record = await RunRow.start(suite: plan.suite.rawValue, seed: plan.seed)
    #expect(record.runID.hasPrefix(record.startedUTC))
    #expect(record.commit.isEmpty || record.runID.hasSuffix("-" + record.commit.prefix(7)))
    let other = await RunRow.start(suite: plan.suite.rawValue, seed: plan.seed)
    #expect(record.runID != other.runID)
    #expect(record.seed == "1")
    #expect(record.suite == "default")
    #expect(record.loadAfter == nil)
  }
}

/// The progress of a run, with a scripted clock.
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

  @Test func `a terminal has one line that is redrawn, and removed at the end`() {
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

  @Test func `outside of a terminal at most one line is written every ten seconds`() {
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

  @Test func `a resumed run estimates its duration by its own jobs`() {
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

/// Command lines that can be pasted into a shell.
struct ShellTextTests {
  @Test(arguments: [
    ["run", "--out", "my run"], ["a'b", "", "c\\d"], ["--filter", "^(a|b)$"], ["line\nend", "ü"],
  ])
  func `words can be written and read as a line`(words: [String]) {
    #expect(ShellText.words(ShellText.line(words)) == words)
  }

  @Test func `a line of an older run is split at spaces`() {
    #expect(ShellText.words("run --suite  smoke ") == ["run", "--suite", "smoke"])
  }

  @Test func `the command after an interruption quotes a path with spaces`() {
    let end = SessionEnd(path: "my run", command: "load", isInterrupted: true)
    #expect(
      end.closing()
        == "interrupted; continue with: \(Executable.command("load")) --resume 'my run'\n")
  }
}
