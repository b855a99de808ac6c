import FlowTestSupport
import Foundation
import Testing

/// `flowbench record` and `flowbench replay`, through the real executable.
struct ReplayCommandTests {
  private static let quick = [
    "record", "--workload", "app", "--features", "2", "--rate", "2000", "--duration", "500ms",
  ]

  @Test func `a recorded trace is replayed, with all results of a load`() async throws {
    let (trace, out) = (temporaryPath(), temporaryPath())
    let recorded = try await Tool.run(Self.quick + ["--out", trace])
    #expect(recorded.exitCode == 0, "\(recorded.error)")
    #expect(recorded.output.hasPrefix("\(trace): ") && recorded.error == "seed: 1\n")
    let result = try await Tool.run([
      "replay", trace, "--allow-debug", "--design", "flow,command", "--topology",
      "single,per-feature",
      "--speed", "2", "--threshold", "abandoned_total==0", "--out", out,
    ])
    #expect(result.exitCode == 0, "\(result.error)")
    for file in ["plan.json", "runs.csv", "loads.csv", "latency.csv", "timeline.csv"] {
      #expect(FileManager.default.fileExists(atPath: "\(out)/\(file)"), "\(file)")
    }
    let valid = try Rows.last("valid", of: "\(out)/loads.csv", by: "scenario")
    #expect(valid.count >= 4 && valid.values.allSatisfy { $0 == "true" })
    #expect(result.output.contains(":x2.0"))
  }

  @Test func `a truncated trace is reported, runs nothing, and exits 1`() async throws {
    let (trace, out) = (temporaryPath(), temporaryPath())
    _ = try await Tool.run(Self.quick + ["--out", trace])
    let text = try String(contentsOfFile: trace, encoding: .utf8)
    try String(text.prefix(5_000)).write(toFile: trace, atomically: true, encoding: .utf8)
    let arguments = [
      "replay", trace, "--allow-debug", "--design", "flow", "--topology", "single", "--out", out,
    ]
    let refused = try await Tool.run(arguments)
    #expect(refused.exitCode == 1)
    #expect(
      refused.error.contains(" complete actions; --partial replays them\n"), "\(refused.error)")
    #expect(refused.error.split(separator: "\n").count == 1)
    #expect(!FileManager.default.fileExists(atPath: out))
    let partial = try await Tool.run(arguments + ["--partial"])
    #expect(partial.exitCode == 0, "\(partial.error)")
    let again = try await Tool.run(Self.quick + ["--out", trace])
    #expect(again.exitCode == 1)
    #expect(again.error == "--out: must be a file that does not exist, got '\(trace)'\n")
  }
}
