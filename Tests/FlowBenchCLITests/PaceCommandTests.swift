import FlowTestSupport
import Foundation
import Testing

/// `flowbench run --pace`, through the real executable.
struct PaceCommandTests {
  private let pace = [
    "--pace", "1000hz:64kb", "--allow-debug", "--suite", "smoke", "--limit", "600",
  ]

  private func run(_ filter: String, _ arguments: [String]) async throws -> (String, Tool.Result) {
    let out = temporaryPath()
    let result = try await Tool.run(
      ["run", "--out", out, "--filter", filter, "--rounds", "2"] + pace + arguments)
    #expect(result.exitCode == 0, "\(result.error)")
    return (out, result)
  }

  @Test func `stores, views, topologies and effects that suspend have cold times`() async throws {
    let (out, result) = try await run(
      "(app/per-feature/4|shop/.*own-slice).*/flow$",
      ["--passes", "timing,cold", "--actions", "100"])
    let samples = "\(out)/samples.csv"
    let passes = try Rows.all("cold_ns", of: samples, by: "pass")
    #expect(Set(passes.keys) == ["timing", "cold"])
    #expect(passes["timing"]?.allSatisfy(\.isEmpty) == true)
    #expect(passes["cold"]?.allSatisfy { Double($0) ?? 0 > 0 } == true, "\(passes)")
    #expect(
      try Rows.all("wall_ns_per_action", of: samples, by: "pass")["cold"]
        .map { Set($0) } == [""])
    #expect(try Rows.all("actions", of: samples, by: "pass")["cold"].map { Set($0) } == ["100"])
    #expect(
      try Rows.all("pace", of: samples, by: "pass").mapValues { Set($0) }
        == ["timing": [""], "cold": ["1000hz:64kb"]])
    for design in try Rows.all("cold_p99_ns", of: samples, by: "scenario").values {
      #expect(design.count { Double($0) ?? 0 > 0 } == 2, "\(design)")
    }
    // In a table and in a run of the program's own columns.
    #expect(result.output.contains("cold/hot"))
    #expect(result.output.contains("of 1.00 ms"))
    let lines = result.output.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 120 })
  }

  @Test func `cold times are compared, exported and resumed`() async throws {
    let suspending = [
      "--completion", "immediate,suspending", "--workload", "echo", "--actions", "30",
    ]
    let (out, result) = try await run(
      "/(floor|flow)$",
      suspending + ["--passes", "cold", "--features", "1", "--topology", "single"])
    // Nothing but single actions was measured, and 30 have no 99th percentile.
    #expect(result.output.hasPrefix("\nscenario") && result.output.contains("  flow"))
    let metrics = try Rows.all("metric", of: "\(out)/summary.csv", by: "scenario")
    #expect(metrics.count == 4 && Set(metrics.values) == [["cold_ns", "cold_empty_ns"]])
    let compared = try await Tool.run(
      ["compare", out, "--by", "design", "--metric", "cold_ns"])
    #expect(compared.exitCode == 0, "\(compared.error)")
    #expect(compared.output.contains("flow") && !compared.output.contains("invalid"))
    let ratios = try Rows.last("ratio", of: "\(out)/compare.csv", by: "metric")
    #expect(Double(ratios["cold_ns"] ?? "") ?? 0 > 0, "\(ratios)")
    let exported = try await Tool.run(
      ["export", out, "--format", "go", "--metric", "cold_ns"])
    #expect(exported.output.split(separator: "\n").count { $0.hasSuffix(" cold-ns/op") } == 8)
    let resumed = try await Tool.run(["run", "--resume", out, "--allow-debug"])
    #expect(resumed.exitCode == 0 && resumed.output == result.output, "\(resumed.error)")
    // Another pace is another measurement.
    let other = temporaryPath()
    let slower = try await Tool.run(
      ["run", "--out", other, "--filter", "/flow$", "--rounds", "2", "--pace", "500hz:0"]
        + ["--allow-debug", "--suite", "smoke", "--features", "1", "--topology", "single"]
        + suspending + ["--passes", "cold"])
    #expect(slower.exitCode == 0, "\(slower.error)")
    let runs = try await Tool.run(["compare", out, other, "--metric", "cold_ns"])
    #expect(
      runs.output.contains("pace also differs: '1000hz:64kb' in the base, '500hz:0mb' in the"),
      "\(runs.output)")
  }
}
