import FlowTestSupport
import Foundation
import Testing

/// `flowbench compare`, through the real executable, on runs that were really made.
struct CompareCommandTests {
  private func run(_ out: String, _ arguments: [String] = []) async throws {
    let result = try await Tool.run(
      [
        "run", "--out", out, "--actions", "200", "--rounds", "2", "--filter",
        "^app.*/4/.*(flow|floor)$",
      ] + Tool.patient + arguments)
    #expect(result.exitCode == 0, "\(result.error)")
  }

  @Test func `levels of a run are compared, and the result is written beside the run`() async throws
  {
    let out = temporaryPath()
    try await run(out)
    let result = try await Tool.run(["compare", out])
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(result.output.contains("base single"))
    #expect(result.output.contains("flow  per-feature"))
    #expect(result.output.contains("flow  scoped"))
    #expect(!result.output.contains("invalid"))
    let csv = try String(contentsOfFile: "\(out)/compare.csv", encoding: .utf8)
    #expect(csv.contains(",topology,single,per-feature,"))
    let printed = try await Tool.run(["compare", out, "--format", "csv"])
    #expect(printed.output == csv)
    let json = try await Tool.run(["compare", out, "--by", "design", "--format", "json"])
    let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
    let comparisons = (object as? [String: Any])?["comparisons"] as? [[String: Any]]
    #expect(comparisons?.contains { $0["level"] as? String == "flow" } == true)
    let markdown = try await Tool.run(["compare", out, "--format", "markdown"])
    #expect(markdown.output.hasPrefix("### Compared by topology"))
  }

  // In time that jumps, so that the same is found on every machine.
  @Test func `load runs are compared`() async throws {
    let out = temporaryPath()
    let load = try await Tool.run([
      "load", "--out", out, "--allow-debug", "--virtual", "--latency", "constant:20ms", "--rate",
      "100", "--duration", "2s", "--design", "flow", "--topology", "single,per-feature",
      "--features", "1", "--rounds", "2",
    ])
    #expect(load.exitCode == 0, "\(load.error)")
    let levels = try await Tool.run(["compare", out])
    #expect(levels.exitCode == 0, "\(levels.error)")
    #expect(levels.output.contains("by topology, base single, of virtual-"))
    #expect(levels.output.contains("open:poisson:2s@100.0:service:constant:20ms"))
    let ratio = try Rows.all("ratio", of: "\(out)/compare.csv", by: "metric")
    #expect(ratio["response_p50_ns"] == ["1.0"] && ratio["completed_per_second"] == ["1.0"])
    let verdict = try Rows.all("verdict", of: "\(out)/compare.csv", by: "metric")
    #expect(verdict["completed_per_second"] == [""])
    let runs = try await Tool.run(["compare", out, out, "--metric", "response_max"])
    #expect(runs.exitCode == 0, "\(runs.error)")
    #expect(runs.output.contains("response_max_ns: geometric means over processes"))
    let exported = try await Tool.run(["export", out, "--format", "go"])
    #expect(exported.exitCode == 1 && exported.output.isEmpty)
    #expect(exported.error.hasPrefix("RUN: must be the directory of a run"), "\(exported.error)")
  }
}
