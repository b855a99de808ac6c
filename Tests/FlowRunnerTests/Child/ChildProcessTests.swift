import FlowTestSupport
import Foundation
import ResultFixtures
import Synchronization
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// The message of a child whose catalogue lacks the scenario.
@MainActor
struct MissingDesignErrorTests {
  private static let scenario = Scenario.sample("search", .single, 1, "flow")

  /// Returns the gap of the only line.
  private func gap<T: ChildTask>(_ task: T.Type, _ request: T.Request) async throws
    -> MissingDesignError?
  {
    let said = Mutex<[String]>([])
    try await task.serve(try JSONEncoder().encode(request), catalogue: Catalogue()) { line in
      said.withLock { $0.append(line) }
    }
    let lines = said.withLock { $0 }
    #expect(lines.count == 1)
    let line = Data((lines.first ?? "").utf8)
    guard case .gap(let gap) = try JSONDecoder().decode(T.Message.self, from: line) else {
      return nil
    }
    return gap
  }

  @Test func `every task reports a missing scenario`() async throws {
    let expected = MissingDesignError(Self.scenario)
    let load = LoadFixture.request(
      Self.scenario, try LoadFixture.traffic(rate: 1000, seconds: 0.1))
    let trial = TrialRequest(
      scenario: Self.scenario, pass: .timing, round: 0, seed: 1,
      settings: Suite.smoke.settings.trial, workDirectory: "", fault: nil)
    #expect(try await gap(TrialTask.self, trial) == expected)
    #expect(try await gap(LoadTask.self, load) == expected)
    let contention = ContendTask.Request(
      scenario: Self.scenario, workers: 1, seed: 1, durationNs: 1_000_000)
    #expect(try await gap(ContendTask.self, contention) == expected)
  }

  // `check --base` runs programs of earlier revisions.
  @Test func `the message of an earlier revision is read`() throws {
    let line =
      #"{"design":"flow","workload":"search","topology":"single","middlewares":0,"#
      + #""completion":"immediate"}"#
    #expect(
      try JSONDecoder().decode(MissingDesignError.self, from: Data(line.utf8))
        == MissingDesignError(Self.scenario))
  }

  @Test func `the reason has a next step only for this program`() {
    var scenario = Self.scenario
    let this = MissingDesignError(scenario).reason(of: Executable.path)
    #expect(
      this.hasPrefix("the child process has no 'flow' for 'search' in 'single': register(in:)"))
    #expect(
      MissingDesignError(scenario).reason(of: "/another")
        == "the child process has no 'flow' for 'search' in 'single'")
    scenario.middlewares = 2
    scenario.completion = .suspending
    #expect(
      MissingDesignError(scenario).reason(of: "/another").hasSuffix(
        "'single' with 2 middlewares with completion suspending"))
  }
}

/// Messages from several threads.
struct ChildChannelTests {
  @Test func `long lines of several threads do not mix`() async throws {
    let pipe = Pipe()
    let channel = ChildChannel(descriptor: pipe.fileHandleForWriting.fileDescriptor)
    let reading = pipe.fileHandleForReading
    let ended = DispatchSemaphore(value: 0)
    for index in 0..<8 {
      Thread.detachNewThread {
        // Lines longer than a pipe's buffer of 64 KiB, and short ones.
        for round in 0..<20 {
          channel.emit(String(repeating: "\(index)", count: round % 4 == 0 ? 3 : 100_000))
        }
        ended.signal()
      }
    }
    let writing = pipe.fileHandleForWriting
    Thread.detachNewThread {
      for _ in 0..<8 { ended.wait() }
      try? writing.close()
    }
    // The reader has its own thread, because writers hold a lock of the whole process.
    let bytes: Data? = await withCheckedContinuation { done in
      Thread.detachNewThread { done.resume(returning: try? reading.readToEnd()) }
    }
    let lines = try #require(bytes).split(separator: UInt8(ascii: "\n"))
    #expect(lines.count == 160)
    #expect(
      lines.allSatisfy { $0 == Data(repeating: $0.first ?? 0, count: $0.count) })
  }
}

/// The standard error of a child: its beginning is shown, its end is kept.
struct ErrorRelayTests {
  /// Returns the shown text, and the reason of the end.
  private func relayed(
    _ chunks: [String], isTerminal: Bool = false
  ) -> (text: String, reason: String) {
    let text = Mutex("")
    var relay = ErrorRelay(isTerminal: isTerminal) { more in text.withLock { $0 += more } }
    for chunk in chunks { relay.take(Array(chunk.utf8)) }
    relay.finish()
    return (text.withLock { $0 }, relay.reason)
  }

  @Test func `short output is shown completely, and its last line is the reason`() {
    #expect(relayed([]) == ("", ""))
    #expect(relayed(["one\ntw", "o\n"]) == ("one\ntwo\n", ": two"))
    #expect(relayed(["no end"]) == ("no end\n", ": no end"))
  }

  @Test func `the beginning of long output is shown, and its end is the reason`() {
    let line = String(repeating: "x", count: 99) + "\n"
    let (text, reason) = relayed(Array(repeating: line, count: 10_000) + ["the end\n"])
    #expect(text.hasPrefix(line + line))
    #expect(text.hasSuffix("\n(further output of this process is omitted)\n"))
    #expect(text.utf8.count < ErrorRelay.passedBytes + 100)
    #expect(reason == ": the end")
  }

  @Test func `output of exactly the maximum length is not cut`() {
    let whole = String(repeating: "x", count: ErrorRelay.passedBytes - 1) + "\n"
    #expect(relayed([whole]).text == whole)
    #expect(relayed([whole, "y"]).text == whole + "(further output of this process is omitted)\n")
  }

  @Test func `the reason is the fatal error, not the stack trace after it`() {
    let (_, reason) = relayed([
      "hello\n", "Mine.swift:3: Fatal error: a mistake\nCurrent stack trace:\n0 swift\n1 libc\n",
    ])
    #expect(reason == ": Mine.swift:3: Fatal error: a mistake")
  }

  @Test func `the status line of a terminal is erased first`() {
    let erasure = StatusLine.erasure
    #expect(
      relayed(["one\n", "tw", "o\n"], isTerminal: true).text == "\(erasure)one\n\(erasure)two\n")
  }
}

struct SilenceWatchTests {
  @Test func `silence ends the wait, also before the first message`() async {
    await SilenceWatch(limitSeconds: 0.01).wait()
    let watch = SilenceWatch(limitSeconds: 0.01)
    watch.recordMessage()
    await watch.wait()
  }

  @Test func `a quiet start delays the limit, and can be cancelled`() async {
    let watch = SilenceWatch(limitSeconds: 0.01, quietSeconds: 3_600)
    // An early message does not end the wait sooner.
    watch.recordMessage()
    let ends = await withTaskGroup(of: String.self) { group in
      group.addTask {
        await watch.wait()
        return "silence"
      }
      group.addTask {
        try? await Task.sleep(for: .milliseconds(50))
        return "time"
      }
      let first = await group.next()
      group.cancelAll()
      return [first, await group.next()]
    }
    #expect(ends == ["time", "silence"])
  }

  @Test func `a heartbeat sends messages from its start to its end`() async {
    let (beats, beat) = AsyncStream.makeStream(of: Void.self)
    let heart = Heartbeat { beat.yield() }
    heart.stop()
    heart.start(every: .milliseconds(1))
    var count = 0
    for await _ in beats {
      count += 1
      if count == 3 { break }
    }
    heart.stop()
    #expect(count == 3)
  }
}

/// The temporary directories of trials.
struct ScratchDirectoryTests {
  private let files = FileManager.default

  @Test func `a directory of a process that was killed is removed, and others stay`() throws {
    let parent = temporaryPath()
    let living = try ScratchDirectory(in: parent)
    try Data().write(to: URL(filePath: "\(living.path)/file"))
    let name = URL(filePath: living.path).lastPathComponent
    let prefix = String(name.dropLast(36))
    // No process has locked these, and only the first has a name of the program.
    let killed = "\(prefix)\(UUID().uuidString)"
    let others = ["flowbench-mine", "\(prefix)mine", "mine"]
    for other in [killed] + others {
      try files.createDirectory(
        atPath: "\(parent)/\(other)/inner", withIntermediateDirectories: true)
    }
    ScratchDirectory.removeStale(in: parent)
    #expect(try files.contentsOfDirectory(atPath: parent).sorted() == ([name] + others).sorted())
    #expect(files.fileExists(atPath: "\(living.path)/file"))
    living.remove()
    #expect(!files.fileExists(atPath: living.path))
  }

  @Test func `a directory is locked by one process at a time`() throws {
    let path = temporaryPath()
    try files.createDirectory(atPath: path, withIntermediateDirectories: true)
    var first = DirectoryLock(path)
    #expect(first != nil && DirectoryLock(path) == nil)
    first = nil
    #expect(DirectoryLock(path) != nil)
    // Without locks, nothing is excluded and nothing is stale.
    #expect(DirectoryLock("\(path)/nowhere") != nil)
    #expect(DirectoryLock("\(path)/nowhere", isRequired: true) == nil)
  }
}
