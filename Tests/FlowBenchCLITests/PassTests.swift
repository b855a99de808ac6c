import FlowHarness
import FlowTestSupport
import Foundation
import Platform
import Subprocess
import Testing

@testable import FlowRunner

/// Passes that are measured, skipped or refused.
struct PassTests {
  static let hasValgrind = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":")
    .contains { FileManager.default.isExecutableFile(atPath: "\($0)/valgrind") }

  /// A Boolean value that indicates whether the kernel counts instructions.
  static let kernelCounts = (try? PerfEventCounter(.instructions)) != nil

  private let counters = ["--workload", "counter", "--topology", "single", "--features", "1"]

  @Test(
    .enabled(
      if: (hasValgrind || kernelCounts) && !TestBuild.mayBeSanitized,
      "instructions cannot be counted here, or a sanitizer is used"))
  func `instructions are equal in two processes, and other columns are empty`() async throws {
    let out = temporaryPath()
    let result = try await Tool.run(
      [
        "run", "--out", out, "--passes", "instructions", "--design", "floor", "--views", "none",
      ]
        + counters + Tool.quick)
    #expect(result.exitCode == 0, "\(result.error)")
    let counts = try Rows.all(
      "instructions_per_action", of: "\(out)/samples.csv", by: "design")
    #expect(counts.count == 1)
    for (design, processes) in counts {
      #expect(processes.count == 2 && Set(processes).count == 1, "\(design) \(processes)")
      #expect(processes.allSatisfy { (Double($0) ?? 0) > 1 })
    }
    for column in ["wall_ns_per_action", "allocations_per_action", "thread_cpu_ns_per_action"] {
      let cells = try Rows.last(column, of: "\(out)/samples.csv", by: "design")
      #expect(Set(cells.values) == [""])
    }
    let warnings = try Rows.all("warning", of: "\(out)/summary.csv", by: "metric")
    #expect(warnings["instructions_per_action"]?.allSatisfy(\.isEmpty) == true, "\(warnings)")
  }

  @Test(.disabled(if: kernelCounts, "the kernel counts instructions here"))
  func `the pass is skipped without valgrind with one line, and the run continues`() async throws {
    let out = temporaryPath()
    let result = try await Tool.run(
      ["run", "--out", out, "--passes", "timing,instructions", "--design", "floor"]
        + counters + Tool.quick, environment: ["PATH": "/nowhere"])
    #expect(result.exitCode == 0, "\(result.error)")
    let lines = result.errorLines.filter { $0.contains("instructions") }
    #expect(lines.count == 1)
    #expect(lines.first?.contains("skipped") == true)
    #expect(lines.first?.contains("make deps WITH_VALGRIND=1") == true)
    let passes = try Rows.last("instructions_per_action", of: "\(out)/samples.csv", by: "pass")
    #expect(passes == ["timing": ""])
  }

  @Test(.disabled(if: kernelCounts, "the kernel counts instructions here"))
  func `a run without a pass is refused`() async throws {
    let out = temporaryPath()
    let result = try await Tool.run(
      ["run", "--out", out, "--passes", "instructions", "--design", "floor"] + counters
        + Tool.quick, environment: ["PATH": "/nowhere"])
    #expect(result.exitCode == 1)
    #expect(result.errorLines.count == 1)
    #expect(!FileManager.default.fileExists(atPath: out))
  }

  #if Jemalloc
    /// Copies the program without the library beside it.
    ///
    /// A separate process copies it, because processes of other tests would inherit the open file,
    /// and it could not be executed.
    private func copyOfTheProgram() async throws -> (path: String, directory: String) {
      let directory = temporaryPath()
      try FileManager.default.createDirectory(
        atPath: directory, withIntermediateDirectories: true)
      let path = "\(directory)/flowbench"
      let result = try await Subprocess.run(
        .name("cp"), arguments: [Tool.path, path], output: .discarded)
      #expect(result.terminationStatus.isSuccess)
      return (path, directory)
    }

    private static let command =
      "swift build\(ToolVersion.isDebugBuild ? "" : " -c release") --product FlowCount"

    @Test func `counting is skipped without its library, with a remedy in one line`()
      async throws
    {
      let (program, directory) = try await copyOfTheProgram()
      let out = "\(directory)/out"
      let result = try await Tool.run(
        ["run", "--out", out, "--design", "floor"] + counters + Tool.quick, program: program)
      #expect(result.exitCode == 0, "\(result.error)")
      let lines = result.errorLines.filter { $0.contains("counting") }
      #expect(lines.count == 1, "\(result.error)")
      let line = try #require(lines.first)
      #expect(
        line.contains(
          "is missing beside the program, at \(directory)/\(CounterLibrary.fileName)"))
      #expect(line.hasSuffix("; build it with '\(Self.command)'"), "\(line)")
      let cells = try Rows.last("allocations_per_action", of: "\(out)/samples.csv", by: "pass")
      #expect(cells == ["timing": ""])
    }

    // The loader of a Mac ends such a process.
    #if os(Linux)
      @Test(arguments: ["a file that is no library", ""])
      func `a library that cannot be preloaded is distinguished from one that is missing`(
        content: String
      )
        async throws
      {
        let (program, directory) = try await copyOfTheProgram()
        try Data(content.utf8).write(to: URL(filePath: "\(directory)/\(CounterLibrary.fileName)"))
        let out = "\(directory)/out"
        let result = try await Tool.run(
          ["run", "--out", out, "--design", "floor", "--passes", "counting"] + counters
            + Tool.quick,
          program: program)
        #expect(result.exitCode == 1, "\(result.error)")
        #expect(result.errorLines.count == 1, "\(result.error)")
        #expect(
          result.error.contains("\(CounterLibrary.fileName) cannot be preloaded ("),
          "\(result.error)")
      }
    #endif
  #endif
}
