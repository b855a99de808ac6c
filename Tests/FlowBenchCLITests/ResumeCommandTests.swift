import FlowTestSupport
import Foundation
import Testing

@testable import FlowResults

/// Resumed sessions of the real executable.
struct ResumeCommandTests {
  /// A folder like `path` as it was when only `count` jobs were finished: a kill leaves a part of the
  /// next one behind.
  private func killed(_ path: String, after count: Int) throws -> String {
    let copy = temporaryPath()
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    let log = "\(copy)/jobs.jsonl"
    let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
    try #require(lines.count > count + 1, "\(lines)")
    try (lines.prefix(count + 1).joined(separator: "\n") + "\n" + lines[count + 1].prefix(99))
      .write(toFile: log, atomically: true, encoding: .utf8)
    for name in try FileManager.default.contentsOfDirectory(atPath: copy)
    where name.hasSuffix(".csv") && name != "runs.csv" {
      try FileManager.default.removeItem(atPath: "\(copy)/\(name)")
    }
    return copy
  }

  private static let jumping = [
    "--allow-debug", "--design", "floor,flow", "--topology", "single", "--features", "1",
  ]

  @Test(
    arguments: [
      (
        [
          "load", "--virtual", "--workload", "counter", "--rate", "100", "--duration", "3s",
          "--rounds", "2",
        ], [0, 1]
      ),
      (
        [
          "load", "--virtual", "--workload", "echo", "--rate", "100", "--duration", "2s",
          "--latency", "exponential:10ms", "--rounds", "3", "--design", "flow",
        ], [1]
      ),
      (
        [
          "saturate", "--virtual", "--workload", "echo", "--latency", "constant:10ms",
          "--capacity", "1", "--rate", "40", "--duration", "2s", "--bound", "p50=50ms",
          "--design", "flow",
        ], [1]
      ),
    ] as [([String], [Int])])
  func `a resumed session has the same bytes`(
    arguments: [String], finishedJobs: [Int]
  ) async throws {
    let out = temporaryPath()
    let own = arguments.contains("--design")
    let whole = try await Tool.run(
      arguments + (own ? ["--allow-debug", "--topology", "single"] : Self.jumping)
        + ["--out", out])
    #expect(whole.exitCode == 0, "\(whole.error)")
    let expected = try Rows.files(of: out)
    for count in finishedJobs {
      let torn = try killed(out, after: count)
      let resumed = try await Tool.run([arguments[0], "--allow-debug", "--resume", torn])
      #expect(resumed.exitCode == 0, "\(resumed.error)")
      #expect(try Rows.files(of: torn) == expected, "after \(count)")
      #expect(resumed.output == whole.output)
    }
  }

  private func removeLastLine(of file: String) throws {
    let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
    try (lines.dropLast().joined(separator: "\n") + "\n").write(
      toFile: file, atomically: true, encoding: .utf8)
  }

  private static let short = [
    "load", "--virtual", "--workload", "counter", "--rate", "100", "--duration", "1s",
  ]

  @Test func `a job with a broken line runs again, with a message`() async throws {
    let out = temporaryPath()
    let whole = try await Tool.run(Self.short + Self.jumping + ["--out", out])
    #expect(whole.exitCode == 0, "\(whole.error)")
    let expected = try Rows.files(of: out)
    let log = "\(out)/jobs.jsonl"
    let text = try String(contentsOfFile: log, encoding: .utf8)
    try text.replacing("{\"job\"", with: "{job", maxReplacements: 1).write(
      toFile: log, atomically: true, encoding: .utf8)
    let resumed = try await Tool.run(["load", "--allow-debug", "--resume", out])
    #expect(resumed.exitCode == 0 && resumed.output == whole.output, "\(resumed.error)")
    #expect(
      resumed.error.contains("jobs.jsonl: 1 line cannot be read; its job runs again\n"))
    #expect(try Rows.files(of: out) == expected)
  }

  @Test func `simultaneous sessions have different directories`() async throws {
    let place = temporaryPath()
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    let arguments = Self.short + Self.jumping
    let codes = try await withThrowingTaskGroup(of: Int32.self) { group in
      for _ in 0..<3 {
        group.addTask { try await Tool.run(arguments, directory: place).exitCode }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(codes == [0, 0, 0])
    let loads = "\(place)/results/loads"
    let names = try FileManager.default.contentsOfDirectory(atPath: loads)
    #expect(names.count == 3 && names.allSatisfy { $0.contains("Z-") }, "\(names)")
    let all = try await Tool.run(["status"] + names.map { "\(loads)/\($0)" })
    #expect(all.exitCode == 0, "\(all.output)")
    let link = "\(place)/results/latest-load"
    let latest = try FileManager.default.destinationOfSymbolicLink(atPath: link)
    #expect(names.map { "loads/\($0)" }.contains(latest))
    // A run that was resumed to its end is the newest one.
    let other = try #require(names.first { "loads/\($0)" != latest })
    try removeLastLine(of: "\(loads)/\(other)/jobs.jsonl")
    let resumed = try await Tool.run(
      ["load", "--allow-debug", "--resume", "results/loads/\(other)"], directory: place)
    #expect(resumed.exitCode == 0, "\(resumed.error)")
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: link) == "loads/\(other)")
  }

  @Test func `a resumed contend runs the missing loads`() async throws {
    let out = temporaryPath()
    let whole = try await Tool.run([
      "contend", "--allow-debug", "--workers", "1,2", "--design", "mutex", "--topology", "single",
      "--duration", "20ms", "--rounds", "2", "--out", out,
    ])
    #expect(whole.exitCode == 0, "\(whole.error)")
    let torn = try killed(out, after: 2)
    let resumed = try await Tool.run(["contend", "--allow-debug", "--resume", torn])
    #expect(resumed.exitCode == 0, "\(resumed.error)")
    let before = try Rows.all("actions_total", of: "\(out)/contention.csv", by: "round")
    let after = try Rows.all("actions_total", of: "\(torn)/contention.csv", by: "round")
    // The first round was finished, both loads of it.
    #expect(after["0"] == before["0"])
    #expect(after["1"]?.count == 2)
    #expect(
      try JobLog(in: torn).jobs.map { "\($0.round) \($0.part)" }.sorted() == [
        "0 workers:1", "0 workers:2", "1 workers:1", "1 workers:2",
      ])
  }

  @Test func `options of the plan, and plans of other subcommands, are refused`()
    async throws
  {
    let out = temporaryPath()
    _ = try await Tool.run([
      "load", "--allow-debug", "--virtual", "--design", "floor", "--topology", "single",
      "--workload", "counter", "--duration", "1s", "--rate", "10", "--out", out,
    ])
    func error(_ arguments: [String]) async throws -> String {
      let result = try await Tool.run(arguments)
      #expect(result.exitCode == 1)
      return result.error
    }
    let rule = "must not be given with --resume, whose directory has a plan\n"
    #expect(try await error(["load", "--resume", out, "--rate", "5"]) == "--rate: \(rule)")
    #expect(try await error(["load", "--design=flow", "--resume", out]) == "--design: \(rule)")
    #expect(try await error(["run", "--resume", out, "--out", "x"]) == "--out: \(rule)")
    #expect(try await error(["replay", "a.trace", "--resume", out]) == "a.trace: \(rule)")
    #expect(
      try await error(["contend", "--resume", out])
        == "--resume: must be a folder of flowbench contend, got '\(out)'; "
        + "continue with: \(Tool.path) load --resume \(out)\n")
    #expect(
      try await error(["saturate", "--allow-debug"])
        == "--bound: must be given, such as p99=5ms: the search finds the highest rate that keeps it\n"
    )
    let dry = try await Tool.run(["load", "--resume", out, "--dry-run"])
    #expect(dry.exitCode == 0 && dry.output.contains("load: open:poisson:1s@10"))
  }
}
