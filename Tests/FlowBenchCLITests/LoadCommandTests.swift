import FlowTestSupport
import Foundation
import Testing

/// `flowbench load`, through the real executable.
struct LoadCommandTests {
  private static let quick = [
    "load", "--allow-debug", "--rate", "2000", "--duration", "500ms", "--design", "flow",
    "--features", "2",
  ]

  private func load(_ arguments: [String], out: String = temporaryPath()) async throws
    -> Tool.Result
  { try await Tool.run(Self.quick + arguments + ["--out", out]) }

  @Test func `a run prints a table and writes CSV files`() async throws {
    let out = temporaryPath()
    let result = try await load(["--topology", "single,per-feature"], out: out)
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(result.output.contains("app/single/2/uniform\n  flow"))
    #expect(result.output.contains("open:poisson:500ms@2000.0"))
    for file in ["plan.json", "runs.csv", "loads.csv", "latency.csv", "timeline.csv"] {
      #expect(FileManager.default.fileExists(atPath: "\(out)/\(file)"), "\(file)")
    }
    let valid = try Rows.last("valid", of: "\(out)/loads.csv", by: "scenario")
    #expect(
      valid == ["app/single/2/uniform/flow": "true", "app/per-feature/2/uniform/flow": "true"])
  }

  @Test func `a threshold that does not hold is named and exits 2`() async throws {
    let missed = try await load([
      "--topology", "single", "--threshold", "service_p90<1ns", "--threshold", "dropped_total==0",
    ])
    #expect(missed.exitCode == 2)
    #expect(missed.error.contains("missed: service_p90_ns<1ns: "))
    #expect(missed.error.contains(" in app/single/2/uniform/flow\n"))
    #expect(!missed.error.contains("missed: dropped_total"))
    let held = try await load(["--topology", "single", "--threshold", "dropped_total==0"])
    #expect(held.exitCode == 0, "\(held.error)")
    #expect(held.error.contains("the threshold holds"))
  }

  @Test func `loads have stages, clients or a bounded queue`() async throws {
    let staged = temporaryPath()
    let stages = try await Tool.run([
      "load", "--allow-debug", "--design", "inout", "--topology", "single", "--features", "1",
      "--stage", "1000:200ms", "--stage", "1000..3000:200ms", "--max-queue", "5", "--out", staged,
    ])
    #expect(stages.exitCode == 0, "\(stages.error)")
    let rows = try String(contentsOfFile: "\(staged)/loads.csv", encoding: .utf8)
    #expect(rows.contains(",200ms@1000.0..3000.0,"))
    #expect(rows.split(separator: "\n").count == 4)
    let closed = try await Tool.run([
      "load", "--allow-debug", "--design", "inout", "--topology", "single", "--features", "1",
      "--clients", "10", "--think", "exponential:5ms", "--duration", "300ms", "--format", "json",
      "--out", temporaryPath(),
    ])
    #expect(closed.exitCode == 0, "\(closed.error)")
    #expect(closed.output.contains(#""senders" : 10"#))
  }

  @Test func `a suite is one directory with all its loads, and can be compared`() async throws {
    let out = temporaryPath()
    let suite = try await Tool.run([
      "load", "--allow-debug", "--suite", "smoke", "--virtual", "--rounds", "2", "--duration",
      "100ms", "--threshold", "abandoned_total==0", "--out", out,
    ])
    #expect(suite.exitCode == 0, "\(suite.error)")
    #expect(suite.error.contains("the threshold holds"))
    let rounds = try Rows.all("round", of: "\(out)/loads.csv", by: "load")
    #expect(rounds.count == 4 && rounds["open:poisson:100ms@5000.0"]?.count == 6)
    #expect(try Rows.last("suite", of: "\(out)/runs.csv", by: "seed") == ["1": "load-smoke"])
    let compared = try await Tool.run([
      "compare", out, "--by", "design", "--metric", "completed_per_second",
    ])
    #expect(compared.exitCode == 0, "\(compared.error)")
    #expect(compared.output.contains("app · 2 copies · single · open:poisson:100ms@5000.0"))
    let ratios = try Rows.all("ratio", of: "\(out)/compare.csv", by: "metric")
    #expect(ratios["completed_per_second"] == ["1.0", "1.0", "1.0", "1.0"])
    let refused = try await Tool.run(["load", "--suite", "smoke", "--rate", "5"])
    #expect(refused.exitCode == 1 && refused.errorLines.count == 1)
    #expect(refused.error.hasPrefix("--rate: must not be given with --suite"))
  }

  @Test func `a dry run prints the plan and writes nothing`() async throws {
    let out = temporaryPath()
    let result = try await Tool.run(["load", "--dry-run", "--out", out])
    #expect(result.exitCode == 0)
    #expect(result.output.contains("app/per-feature/10/uniform/flow"))
    #expect(!FileManager.default.fileExists(atPath: out))
  }

  @Test func `a wrong option is one line and exit 1`() async throws {
    let result = try await Tool.run(["load", "--rate", "fast"])
    #expect(result.exitCode == 1)
    #expect(result.error == "--rate: must be a number of actions a second, got 'fast'\n")
  }

  @Test func `a rate that cannot be generated is one line and exit 1, and nothing is written`()
    async throws
  {
    let out = temporaryPath()
    let result = try await Tool.run([
      "load", "--allow-debug", "--rate", "1000000000", "--duration", "10ms", "--design", "floor",
      "--topology", "single", "--out", out,
    ])
    #expect(result.exitCode == 1 && result.errorLines.count == 1, "\(result.error)")
    #expect(
      result.error.hasPrefix("--rate: must be a rate that can be sent on this machine"),
      "\(result.error)")
    #expect(!FileManager.default.fileExists(atPath: out))
  }

  @Test func `an interrupted load keeps its seconds`() async throws {
    let out = temporaryPath()
    let timeline = "\(out)/timeline.csv"
    let result = try await Tool.runInterrupted(
      [
        "load", "--allow-debug", "--design", "flow", "--topology", "single", "--rate", "100",
        "--duration", "1h", "--checked-actions", "1", "--out", out,
      ]
    ) {
      // After its first seconds, even on a busy machine.
      let log = try? FileManager.default.attributesOfItem(atPath: "\(out)/jobs.jsonl")
      return ((log?[.modificationDate] as? Date)?.timeIntervalSinceNow ?? 0) < -45
    }
    #expect(result.exitCode == 130)
    #expect(result.error.contains("interrupted; continue with: \(Tool.path) load --resume \(out)"))
    let rows = try String(contentsOfFile: timeline, encoding: .utf8)
    #expect(rows.hasSuffix("\n") && rows.split(separator: "\n").count > 1)
  }
}
