import FlowTestSupport
import Foundation
import Testing

/// `flowbench replay`, through the real executable.
struct ReplayCommandTests {
  /// Returns the path of a trace of a second, which ends within its last line if it is cut.
  private func trace(cutTo length: Int? = nil) throws -> String {
    let header = #"{"format":"flow-trace","version":1,"app":"counter/2"}"#
    let lines = (0..<1000).map { number in
      #"{"action":{"index":\#(number % 2),"action":{"increment":{"by":1}}},"at":\#(number * 1_000_000)}"#
    }
    let text = ([header] + lines).joined(separator: "\n") + "\n"
    let path = temporaryPath()
    try String(text.prefix(length ?? text.count)).write(
      toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  @Test func `a trace is replayed, with all results of a load`() async throws {
    let (trace, out) = (try trace(), temporaryPath())
    let result = try await Tool.run([
      "replay", trace, "--allow-debug", "--design", "flow,command", "--topology",
      "single,per-feature", "--speed", "2", "--threshold", "abandoned_total==0", "--out", out,
    ])
    #expect(result.exitCode == 0, "\(result.error)")
    for file in ["plan.json", "runs.csv", "loads.csv", "latency.csv", "timeline.csv"] {
      #expect(FileManager.default.fileExists(atPath: "\(out)/\(file)"), "\(file)")
    }
    let valid = try Rows.last("valid", of: "\(out)/loads.csv", by: "scenario")
    #expect(valid.count >= 4 && valid.values.allSatisfy { $0 == "true" })
    #expect(result.output.contains(":x2.0"))

    let again = try await Tool.run(["replay", "--allow-debug", "--resume", out])
    #expect(again.exitCode == 0, "\(again.error)")
    #expect(try Rows.last("valid", of: "\(out)/loads.csv", by: "scenario") == valid)
    let neither = try await Tool.run(["replay", "--allow-debug"])
    #expect(neither.exitCode == 1 && neither.errorLines.count == 1, "\(neither)")
  }

  @Test(
    arguments: ["8640000000000000", "2000000000000000000", "18446744073709551615"], ["1", "0.001"])
  func `a trace of more than 100 days is refused`(ns: String, speed: String) async throws {
    let (trace, out) = (temporaryPath(), temporaryPath())
    try """
    {"format":"flow-trace","version":1,"app":"counter/2"}
    {"action":{"index":0,"action":{"increment":{"by":1}}},"at":\(ns)}

    """.write(toFile: trace, atomically: true, encoding: .utf8)
    let result = try await Tool.run([
      "replay", trace, "--allow-debug", "--virtual", "--design", "flow", "--topology", "single",
      "--speed", speed, "--out", out,
    ])
    #expect(result.exitCode == 1, "\(result.error)")
    #expect(
      result.error.hasPrefix(
        "\(trace): a trace must last at most 100d at its --speed, with times since its start, got "),
      "\(result.error)")
    #expect(!FileManager.default.fileExists(atPath: out))
  }

  @Test func `a truncated trace is reported, runs nothing, and exits 1`() async throws {
    let (trace, out) = (try trace(cutTo: 5_000), temporaryPath())
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
  }
}
