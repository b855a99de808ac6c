import FlowTestSupport
import Foundation
import Subprocess
import Testing

/// `flowbench contend`, through the real executable.
struct ContendCommandTests {
  @Test func `simultaneous workers lose no action`() async throws {
    let out = temporaryPath()
    let result = try await Tool.run([
      "contend", "--allow-debug", "--workers", "1,2", "--design", "mutex,actor,flow,inout",
      "--topology", "single,per-feature", "--features", "2", "--duration", "20ms", "--out", out,
    ])
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(result.output.contains("inout: workers are tasks; all stores on the main actor"))
    for file in ["plan.json", "runs.csv", "contention.csv"] {
      #expect(FileManager.default.fileExists(atPath: "\(out)/\(file)"), "\(file)")
    }
    let valid = try Rows.last("valid", of: "\(out)/contention.csv", by: "scenario")
    #expect(valid.count == 8 && Set(valid.values) == ["true"])
    let lost = try Rows.last("lost_total", of: "\(out)/contention.csv", by: "scenario")
    #expect(Set(lost.values) == ["0"])

    // One directory that cannot be read does not hide the others.
    let status = try await Tool.run(["status", temporaryPath(), out])
    #expect(status.exitCode == 1 && status.errorLines.count == 1, "\(status)")
    #expect(
      status.output.contains("1 of 1 are complete, 16 of 16 jobs are done"), "\(status.output)")
  }

  @Test func `a dry run prints the plan and writes nothing`() async throws {
    let out = temporaryPath()
    let result = try await Tool.run(["contend", "--workers", "1,2", "--dry-run", "--out", out])
    #expect(result.exitCode == 0)
    #expect(result.output.contains("\ncontend: 1, 2 workers, as fast as they can for 2s\n"))
    #expect(result.output.contains("  sequence/per-feature/10/uniform/flow"))
    #expect(!FileManager.default.fileExists(atPath: out))
  }

  @Test func `a wrong request is one line and exit 1`() async throws {
    let result = try await Tool.run(["contend", "--workers", "many"])
    #expect(result.exitCode == 1)
    #expect(result.error == "--workers: must be whole numbers separated by commas, got 'many'\n")
  }

  @Test func `an interrupted run keeps its rows`() async throws {
    let out = temporaryPath()
    let rows = "\(out)/contention.csv"
    let result = try await Tool.runInterrupted(
      [
        "contend", "--allow-debug", "--workers", "1,2", "--design", "mutex", "--topology", "single",
        "--duration", "200ms", "--rounds", "1000", "--out", out,
      ], by: .terminate
    ) {
      let log = try? String(contentsOfFile: "\(out)/jobs.jsonl", encoding: .utf8)
      return (log ?? "").split(separator: "\n").count > 4
    }
    #expect(result.exitCode == 143)
    #expect(
      result.error.contains("interrupted; continue with: \(Tool.path) contend --resume \(out)"))
    // Both are among the first four: one of each is in every round.
    let speedUps = try Rows.last("speedup", of: rows, by: "senders")
    let text = try String(contentsOfFile: rows, encoding: .utf8)
    #expect(Set(speedUps.keys) == ["1", "2"] && !speedUps.values.contains(""), "\(text)")
  }
}
