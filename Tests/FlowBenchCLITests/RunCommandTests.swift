import FlowHarness
import FlowTestSupport
import Foundation
import Testing

@testable import FlowRunner

/// `flowbench run`, through the real executable.
struct RunCommandTests {
  @Test func `a run prints a table and writes CSV`() async throws {
    let out = temporaryPath()
    let result = try await Tool.run(
      ["run", "--out", out, "--filter", "shop.*(flow|floor)"] + Tool.quick)
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(result.output.contains("ns/action"))
    #expect(result.output.contains("shop/single/10/uniform/own-slice:10\n  flow"))
    #expect(!result.output.contains("left"))
    #expect(result.error.contains(out))
    for file in ["plan.json", "runs.csv", "samples.csv", "summary.csv"] {
      #expect(FileManager.default.fileExists(atPath: "\(out)/\(file)"), "\(file)")
    }
  }

  @Test func `the seed determines the digests`() async throws {
    func digests(_ seed: String) async throws -> [String: String] {
      let out = temporaryPath()
      let result = try await Tool.run(
        ["run", "--out", out, "--filter", "counter", "--passes", "timing", "--seed", seed]
          + Tool.quick)
      #expect(result.exitCode == 0, "\(result.error)")
      return try Rows.last("digest", of: "\(out)/samples.csv", by: "scenario")
    }
    let first = try await digests("4")
    #expect(try await digests("4") == first)
    #expect(try await digests("5") != first)
    #expect(Set(first.values).count == 1, "all designs end in the same state: \(first)")
  }

  @Test func `a dry run prints the plan and writes nothing`() async throws {
    let out = temporaryPath()
    let result = try await Tool.run(["run", "--dry-run", "--suite", "full", "--out", out])
    #expect(result.exitCode == 0)
    #expect(result.output.contains("app/single/10000/uniform/flow"))
    #expect(!FileManager.default.fileExists(atPath: out))
    let json = try await Tool.run(["run", "--dry-run", "--format", "json", "--filter", "shop"])
    #expect(json.exitCode == 0)
    #expect((try? JSONSerialization.jsonObject(with: Data(json.output.utf8))) != nil)
  }

  @Test(arguments: [
    (["--design", "flwo"], "--design: no design is called 'flwo'; did you mean 'flow'?"),
    (["--features", "10001"], "--features: must be 1 to 10000, got 10001"),
    (["--seed", "x"], "--seed: must be 0 to 18446744073709551615, got 'x'"),
    (["--resume", "/nonexistent"], "--resume: must be the directory of a run"),
    (["--out", "/proc/flowbench"], "--out: must be a directory that can be written"),
    (["--desing", "flow"], "Unknown option '--desing'"),
    (["--rate", "5"], "--rate: is not an option of 'run', but of 'load', 'saturate'; see '"),
    (["--rounds", "-1"], "--rounds: must be followed by a value, got '-1'; see '"),
    (["--rounds"], "--rounds: must be followed by a value, got nothing; see '"),
  ])
  func `a wrong request is one line, exit 1, and nothing is written`(
    arguments: [String], line: String
  ) async throws {
    let directory = temporaryPath()
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    let result = try await Tool.run(["run", "--allow-debug"] + arguments, directory: directory)
    #expect(result.exitCode == 1)
    #expect(result.errorLines.count == 1, "\(result.error)")
    #expect(result.error.hasPrefix(line), "\(result.error)")
    #expect(result.output.isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory).isEmpty)
  }

  @Test(.enabled(if: ToolVersion.isDebugBuild))
  func `a debug build is refused unless it is allowed`() async throws {
    let result = try await Tool.run(["run", "--suite", "smoke"])
    #expect(result.exitCode == 4)
    #expect(result.error.hasPrefix("--allow-debug: a debug build measures the compiler"))
  }

  @Test func `a full directory is refused`() async throws {
    let out = temporaryPath()
    try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: URL(filePath: "\(out)/notes.txt"))
    let result = try await Tool.run(["run", "--out", out] + Tool.quick)
    #expect(result.exitCode == 1)
    #expect(result.error.hasPrefix("--out: must be a new or an empty directory"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: out) == ["notes.txt"])
  }

  @Test(arguments: [
    ("rnu", "subcommand: no subcommand is called 'rnu'; did you mean 'run'? choose from run,"),
    ("help rnu", "subcommand: no subcommand is called 'rnu'; did you mean 'run'?"),
    ("run --design flow --design inout", "--design: must be given once, with commas between"),
    ("run --views none --observers 9", "--observers: must be given with views"),
    ("load --virtual --affinity free", "--affinity: must not be given with --virtual"),
    ("load --rounds-max 5", "--rounds-max: must be given with --threshold, got"),
    ("saturate --bound p99=9ms --latency constant:1ms --virtual", "--virtual: must, with --bound,"),
    ("contend --duration 1us", "--duration: must be at least 10ms, got 1us"),
    ("replay", "TRACE: must be given"), ("check --base-name x", "--base-name: must be given with"),
    ("check --baseline=", "--baseline: must be followed by a value"),
  ])
  func `a request that cannot be meant is refused in one line`(
    arguments: String, message: String
  ) async throws {
    let result = try await Tool.run(arguments.split(separator: " ").map(String.init))
    #expect(result.exitCode == 1 && result.errorLines.count == 1, "\(result)")
    #expect(result.error.hasPrefix(message), "\(result.error)")
  }

  @Test(arguments: [
    ("crash", "crashed"), ("hang", "hung: no result within"), ("wrong", "wrong digest"),
    ("exit", "ended before it had a result"),
  ])
  func `a faulty trial invalidates its row, and the run continues and exits 4`(
    fault: String, reason: String
  ) async throws {
    let out = temporaryPath()
    let result = try await Tool.run(
      [
        "run", "--out", out, "--filter", "^counter/single/1/uniform/(floor|flow)$", "--inject",
        "\(fault):counter.*flow",
      ] + Tool.quick + (fault == "hang" ? ["--limit", "30"] : []))
    #expect(result.exitCode == 4, "\(result.error)")
    let reasons = try Rows.last("invalid_reason", of: "\(out)/samples.csv", by: "scenario")
    let valid = try Rows.last("valid", of: "\(out)/samples.csv", by: "scenario")
    #expect(reasons["counter/single/1/uniform/flow"]?.hasPrefix(reason) == true, "\(reasons)")
    #expect(valid["counter/single/1/uniform/flow"] == "false")
    #expect(valid["counter/single/1/uniform/floor"] == "true")
    #expect(result.output.contains("invalid"))
  }

  @Test func `an interrupted run keeps its rows and can be resumed`() async throws {
    let out = temporaryPath()
    let (hanging, healed) = ("hang:counter.*inout", "wrong:nothing")
    func arguments(_ fault: String) -> [String] {
      ["run", "--filter", "^counter/single/1/uniform/[a-z]*$", "--inject", fault] + Tool.quick
        + ["--limit", "3600"]
    }
    // The last scenario of the round hangs until the interruption.
    let interrupted = try await Tool.runInterrupted(
      arguments(hanging) + ["--out", out],
      when: {
        let log = try? String(contentsOfFile: "\(out)/jobs.jsonl", encoding: .utf8)
        return (log ?? "").split(separator: "\n").count > 1
      })
    #expect(interrupted.exitCode == 130)
    #expect(
      interrupted.errorLines.last == "interrupted; continue with: \(Tool.path) run --resume \(out)",
      "\(interrupted.error)")
    // Resumed without the fault.
    func digest(_ fault: String) async throws -> String {
      let plan = try await Tool.run(arguments(fault) + ["--dry-run"]).output
      return String(try #require(plan.firstMatch(of: /(?m)^plan: ([0-9a-f]{16})$/)).1)
    }
    let plan = try String(contentsOfFile: "\(out)/plan.json", encoding: .utf8)
      .replacing(hanging, with: healed)
      .replacing(try await digest(hanging), with: try await digest(healed))
    try plan.write(toFile: "\(out)/plan.json", atomically: true, encoding: .utf8)
    let before = try Rows.first("wall_ns_per_action", of: "\(out)/samples.csv", by: "scenario")
    let resumed = try await Tool.run(["run", "--resume", out, "--allow-debug"])
    #expect(resumed.exitCode == 0, "\(resumed.error)")
    let after = try Rows.last("valid", of: "\(out)/samples.csv", by: "scenario")
    #expect(after.count == 3)
    let kept = try Rows.first("wall_ns_per_action", of: "\(out)/samples.csv", by: "scenario")
    for (scenario, value) in before where !value.isEmpty { #expect(kept[scenario] == value) }
  }
}
