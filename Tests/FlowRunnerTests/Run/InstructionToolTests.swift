import FlowTestSupport
import Foundation
import Subprocess
import Testing

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner
@testable import Platform

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// The start of processes whose instructions are counted.
struct InstructionToolTests {
  @Test func `the kernel counts if it can, else valgrind does`() {
    let refusal = PerfEventCounter.unavailable(ENOENT, paranoid: nil)
    #expect(
      InstructionTool.choose(refusal: nil, valgrind: "/usr/bin/valgrind")
        == .success(InstructionTool(valgrind: nil)))
    #expect(
      InstructionTool.choose(refusal: refusal, valgrind: "/usr/bin/valgrind")
        == .success(InstructionTool(valgrind: "/usr/bin/valgrind")))
  }

  @Test(arguments: [
    (
      PerfEventCounter.unavailable(ENOENT, paranoid: nil),
      "the processor shows no counter (usual in a virtual machine), and valgrind is not installed; "
    ),
    (
      PerfEventCounter.unavailable(EACCES, paranoid: 3),
      "\(PerfEventCounter.unavailable(EACCES, paranoid: 3)), and valgrind is not installed; "
        + "sysctl -w kernel.perf_event_paranoid=2, or: "
    ),
  ])
  func `a skipped pass has a reason and a remedy in one line`(
    refusal: InstructionCounterUnavailable, text: String
  ) {
    guard case .failure(let missing) = InstructionTool.choose(refusal: refusal, valgrind: nil)
    else {
      Issue.record("there is a tool")
      return
    }
    #expect(
      "\(missing)" == text + "make deps WITH_VALGRIND=1, or: apt-get install valgrind")
  }

  @Test func `a program is found in the PATH`() throws {
    let directory = temporaryPath()
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    let program = "\(directory)/valgrind"
    try Data().write(to: URL(filePath: program))
    #expect(InstructionTool.program("valgrind", path: "/nowhere:\(directory)") == nil)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    #expect(InstructionTool.program("valgrind", path: "/nowhere:\(directory)") == program)
    #expect(InstructionTool.program("valgrind", path: "") == nil)
  }

  @Test func `a process is started unchanged if the kernel counts`() throws {
    let tool = InstructionTool(valgrind: nil)
    #expect(tool.source == .perf)
    #expect(try tool.prepare("/bin/flowbench", in: "/nowhere") == "/bin/flowbench")
    let launch = tool.launch("/bin/flowbench", directory: "/scratch")
    #expect(launch.executable == "/bin/flowbench")
    #expect(launch.prefix.isEmpty && launch.environment.isEmpty)
  }

  @Test func `valgrind and the process get the same file`() {
    let launch = InstructionTool(valgrind: "/usr/bin/valgrind")
      .launch("/copy/flowbench", directory: "/100%/scratch")
    #expect(launch.executable == "/usr/bin/valgrind")
    #expect(launch.prefix.last == "/copy/flowbench")
    #expect(launch.prefix.contains("--callgrind-out-file=/100%%/scratch/callgrind.out"))
    #expect(launch.environment == ["FLOWBENCH_CALLGRIND_FILE": "/100%/scratch/callgrind.out"])
  }
}

/// The program for valgrind.
struct SectionlessCopyTests {
  private var header: [UInt8] { [0x7f, 0x45, 0x4c, 0x46, 2] + [UInt8](repeating: 7, count: 59) }

  @Test func `only the table of sections is removed`() throws {
    var expected = header
    for index in [40, 41, 42, 43, 44, 45, 46, 47, 58, 59, 60, 61, 62, 63] { expected[index] = 0 }
    #expect(try SectionlessCopy.withoutSections(header: header, path: "p") == expected)
  }

  @Test func `a file that is no 64-bit executable is refused`() {
    var narrow = header
    narrow[4] = 1
    for wrong in [narrow, Array(header.dropLast()), [], Array("#!/bin/sh".utf8)] {
      #expect(throws: UnavailableCounter(reason: "p is no 64-bit executable of ELF")) {
        try SectionlessCopy.withoutSections(header: wrong, path: "p")
      }
    }
  }
}

/// Known counts of a real process.
struct InstructionCountTests {
  private static let valgrind = InstructionTool.program(
    "valgrind", path: ProcessInfo.processInfo.environment["PATH"] ?? "")

  private static let probe = TestImage.products.appending(path: "InstructionProbe").path

  /// Starts the probe as the tool says and returns what it printed.
  private func lines(_ tool: InstructionTool) async throws -> [String: String] {
    let directory = temporaryPath()
    let scratch = "\(directory)/scratch"
    try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
    let launch = tool.launch(try tool.prepare(Self.probe, in: directory), directory: scratch)
    let result = try await Subprocess.run(
      .path(FilePath(launch.executable)), arguments: Arguments(launch.prefix),
      environment: .inherit.updating(launch.environment), output: .string(limit: 1 << 16),
      error: .string(limit: 1 << 16))
    #expect(result.terminationStatus.isSuccess, "\(result.standardError)")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: scratch).allSatisfy {
        $0 == "callgrind.out"
      }, "every window's file is removed")
    return Dictionary(
      uniqueKeysWithValues: result.standardOutput.split(separator: "\n").map { line in
        let words = line.split(separator: " ", maxSplits: 1)
        return (String(words[0]), String(words[1]))
      })
  }

  @Test(
    .enabled(
      if: valgrind != nil && !TestBuild.mayBeSanitized,
      "valgrind is not installed, or a sanitizer may be in the way"))
  func `callgrind counts known work exactly, on all threads`() async throws {
    let lines = try await lines(InstructionTool(valgrind: Self.valgrind))
    func count(_ name: String) throws -> Int {
      try #require(lines[name].flatMap { Int($0) }, "\(name): \(lines)")
    }
    #expect(lines["source"] == "callgrind")
    let nothing = try count("nothing")
    #expect(nothing < 1_000)
    #expect(abs(try count("nothing-again") - nothing) <= 10)
    // Two instructions a round; the call is a handful that does not depend on their number.
    let few = try count("rounds-1000")
    #expect(abs(few - nothing - 2_000) <= 50)
    #expect(try count("rounds-11000") - few == 20_000)
    #expect(try count("rounds-1011000") - few == 2_020_000)
    // Starting a thread is a few thousand instructions, not always as many.
    let threads = try count("threads-1001000") - count("threads-1000")
    #expect(abs(threads - 3 * 2 * 1_000_000) <= 5_000)
    // Two million on each side, and what Dispatch needs itself: more where it has to make a thread.
    let handOver = try count("hand-over")
    #expect(abs(handOver - 4_000_000) <= 200_000)
  }

  @Test func `a process without a counter states the reason`() async throws {
    let lines = try await lines(InstructionTool(valgrind: nil))
    if let reason = lines["unavailable"] {
      #expect(lines.count == 1)
      #expect(reason.hasSuffix("and this process does not run under callgrind"))
    } else {
      #expect(["perf", "rusage"].contains(lines["source"]))
    }
  }
}
