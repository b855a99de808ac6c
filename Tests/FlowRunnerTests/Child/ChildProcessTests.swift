import FlowFiles
import FlowFloor
import FlowTestSupport
import Foundation
import Platform
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

  // The elapsed times of pauses, as after Ctrl-Z for 66 seconds, and the number of pauses until the end.
  @Test(arguments: [
    ([1] as [UInt64], 16), ([66, 1], 15), ([1, 66, 66, 1], 14), ([66], 8),
  ])
  func `the time in which this process was stopped does not count`(
    seconds: [UInt64], expected: Int
  ) async {
    let watch = SilenceWatch(limitSeconds: 16)
    let count = Mutex(0)
    await watch.wait { stepNs in
      #expect(stepNs == 1_000_000_000)
      return count.withLock {
        $0 += 1
        return seconds[min($0, seconds.count) - 1] * 1_000_000_000
      }
    }
    #expect(count.withLock { $0 } == expected)
  }

  @Test func `messages that waited during a stop are read before the end`() async {
    let watch = SilenceWatch(limitSeconds: 16)
    let count = Mutex(0)
    await watch.wait { stepNs in
      let pauses = count.withLock {
        $0 += 1
        return $0
      }
      if pauses == 2 { watch.recordMessage() }
      return pauses == 1 ? 66_000_000_000 : stepNs
    }
    #expect(count.withLock { $0 } == 18)
  }

  @Test func `the time in which the child is stopped does not count`() async throws {
    let watch = SilenceWatch(limitSeconds: 16)
    let child = Process()
    child.executableURL = URL(filePath: "/bin/sleep")
    child.arguments = ["3600"]
    try child.run()
    defer { kill(child.processIdentifier, SIGKILL) }
    watch.process = child.processIdentifier
    kill(child.processIdentifier, SIGSTOP)
    while !ProcessControl.isStopped(child.processIdentifier) { await Task.yield() }
    let count = Mutex(0)
    await watch.wait { stepNs in
      let pauses = count.withLock {
        $0 += 1
        return $0
      }
      if pauses == 100 {
        kill(child.processIdentifier, SIGCONT)
        while ProcessControl.isStopped(child.processIdentifier) { await Task.yield() }
      }
      return stepNs
    }
    #expect(count.withLock { $0 } == 115)
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

/// Processes that could not start, which is not a result.
struct ChildStartTests {
  /// Runs a program that does not do the task.
  private func ending(_ path: String) async -> ChildProcess.Ending<CounterReport> {
    var process = ChildProcess(executable: path)
    process.takeErrors = { _ in }
    return await process.run(ProbeTask.self, .init(isThorough: false)) { _ in }
  }

  private func script(_ text: String, mode: Int = 0o755) throws -> String {
    let path = temporaryPath()
    try Data("#!/bin/sh\n\(text)\n".utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    return path
  }

  @Test(arguments: [
    ("echo libX.so: cannot open >&2; exit 127", "exited(127): libX.so: cannot open"),
    ("echo too few threads >&2; exit 5", "exited(5): too few threads"),
  ])
  func `a process that the loader or a limit ended was prevented`(
    text: String, reason: String
  ) async throws {
    let path = try script(text)
    #expect(
      await ending(path) == .prevented(SystemError("a process of \(path)", reason: reason)))
  }

  @Test func `a process that ends later has failed`() async throws {
    #expect(await ending(try script("exit 3")) == .failed(reason: "crashed: exited(3)"))
    let started = try ChildTasks.started().dropLast(0)
    #expect(
      await ending(try script("echo '\(started)'; exit 5"))
        == .failed(reason: "crashed: exited(5)"))
  }

  @Test func `a program that is missing or not executable was prevented`() async throws {
    let missing = temporaryPath()
    #expect(
      await ending(missing)
        == .prevented(
          SystemError(missing, reason: "no such file or directory", remedy: "restore it")))
    let plain = try script("exit 0", mode: 0o644)
    #expect(await ending(plain) == .prevented(SystemError("starting \(plain)", code: EACCES)))
  }

  @Test func `a program that changes while it runs was prevented`() async throws {
    let path = try script("cp \"$0\" \"$0.new\"; echo >> \"$0.new\"; mv \"$0.new\" \"$0\"; exit 3")
    guard case .prevented(let error) = await ending(path) else {
      Issue.record("the process counts as a result")
      return
    }
    #expect(error.description.hasPrefix("\(path): has changed since it was first used"))
  }
}

/// The files of a run, which must stay as they were.
struct NeededFilesTests {
  private func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path))
  }

  @Test func `contents count, not the file`() throws {
    let path = temporaryPath()
    try write("one", to: path)
    let digest = try NeededFiles.digest(of: path)
    // Another file with the same contents, and the same file written again.
    try write("one", to: "\(path).copy")
    #expect(try NeededFiles.digest(of: "\(path).copy") == digest)
    #expect(rename("\(path).copy", path) == 0)
    #expect(try NeededFiles.digest(of: path) == digest)
    try write("two", to: path)
    let changed = #expect(throws: SystemError.self) { try NeededFiles.check([path]) }
    #expect(changed?.description.contains("has changed since") == true)
    try FileManager.default.removeItem(atPath: path)
    let missing = #expect(throws: SystemError.self) { try NeededFiles.check([path]) }
    #expect(missing?.description == "\(path): no such file or directory; restore it")
    try write("one", to: path)
    #expect(try NeededFiles.digest(of: path) == digest)
  }

  @Test func `digests differ by length, order and position`() throws {
    let block = String(repeating: "x", count: 1 << 16)
    let texts = [
      "", "\0", "\0\0", "ab", "ba", "ab\0", block, block + "y", "y" + block, block + block,
    ]
    let digests = try texts.map { text in
      let path = temporaryPath()
      try write(text, to: path)
      return try NeededFiles.digest(of: path)
    }
    #expect(Set(digests).count == texts.count)
  }

  @Test func `inputs that other processes cannot open are refused`() throws {
    let pipe = temporaryPath()
    #expect(mkfifo(pipe, 0o600) == 0)
    for path in [pipe, "/dev/null", "/dev/stdin"] {
      let error = #expect(throws: PlanError.self) { try NeededFiles.checkInput(path) }
      #expect(error?.description.hasPrefix("\(path): must be a regular file") == true)
    }
    let file = temporaryPath()
    try write("1", to: file)
    #expect(throws: Never.self) { try NeededFiles.checkInput(file) }
  }
}

/// The temporary directories of trials.
struct ScratchDirectoryTests {
  private let files = FileManager.default

  @Test func `a directory of a process that was killed is removed, and others stay`() throws {
    let parent = temporaryPath()
    try files.createDirectory(atPath: parent, withIntermediateDirectories: true)
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
    var first: FileLock? = try FileLock(path)
    #expect(throws: FileError(path, code: EWOULDBLOCK)) { try FileLock(path) }
    withExtendedLifetime(first) {}
    first = nil
    #expect(throws: Never.self) { try FileLock(path) }
    #expect(throws: FileError("\(path)/nowhere", code: ENOENT)) { try FileLock("\(path)/nowhere") }
  }
}
