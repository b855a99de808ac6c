import FlowTestSupport
import Foundation
import Testing

/// `flowbench saturate`, through the real executable.
struct SaturateCommandTests {
  // In virtual time, so that the result does not depend on the machine.
  @Test func `a search reports the tried rates, and that none held`() async throws {
    let out = temporaryPath()
    let result = try await Tool.run([
      "saturate", "--allow-debug", "--virtual", "--design", "flow", "--topology", "single",
      "--features", "1", "--workload", "echo", "--latency", "constant:10ms", "--capacity",
      "100", "--rate", "400", "--duration", "320ms", "--bound", "p50=1ns", "--arrivals", "constant",
      "--out", out,
    ])
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(
      result.error.contains(
        "no rate that was tried keeps response_p50_ns<=1ns: echo/single/1/session:8/service/flow"))
    let rows = try String(contentsOfFile: "\(out)/saturation.csv", encoding: .utf8)
    // 400, 200 and 100 actions a second: fewer would be too few in 320 ms for an interval of p50.
    #expect(rows.split(separator: "\n").count == 4)
    #expect(
      try Rows.last("holds", of: "\(out)/saturation.csv", by: "scenario")
        == ["echo/single/1/session:8/service/flow": "false"])
  }

  // The response time of an M/M/1 line is exponentially distributed, with mean S / (1 - rho): with
  // services of 10 ms its 99th percentile is 100 ms at 54 actions a second.
  @Test func `a search finds where a service saturates`() async throws {
    try await Self.expectSaturation(from: "30", duration: "1m")
  }

  static func expectSaturation(from rate: String, duration: String) async throws {
    let out = temporaryPath()
    let result = try await Tool.run([
      "saturate", "--allow-debug", "--virtual", "--design", "flow", "--topology", "single",
      "--workload", "echo", "--features", "1", "--latency", "exponential:10ms", "--capacity", "1",
      "--rate", rate, "--duration", duration, "--bound", "p99=100ms", "--out", out,
    ])
    #expect(result.exitCode == 0, "\(result.error)")
    let highest = try Rows.last("highest_per_second", of: "\(out)/saturation.csv", by: "scenario")
    let rate = try #require(highest.values.first.flatMap(Double.init))
    let theory = (1 - log(100) * 0.01 / 0.1) / 0.01
    // A rate of which three loads do not decide whether it keeps the bound is not found.
    #expect((0.8...1.05).contains(rate / theory), "\(rate) instead of \(theory)")
    #expect(result.output.contains("in flight") && result.output.contains("highest"))
    let inFlight = try Rows.all("in_flight_mean", of: "\(out)/effects.csv", by: "scenario")
    let probes = try Rows.all("probe", of: "\(out)/saturation.csv", by: "scenario")
    #expect(inFlight.values.first?.count == probes.values.first?.count)
  }

  // A bound that also an overloaded service keeps for 20 s: what is found is the 100 a second that it
  // can bear.
  @Test func `a search rejects a service that falls behind`() async throws {
    let out = temporaryPath()
    let result = try await Tool.run([
      "saturate", "--allow-debug", "--virtual", "--design", "flow", "--topology", "single",
      "--workload", "echo", "--features", "1", "--latency", "constant:10ms", "--capacity", "1",
      "--rate", "40", "--duration", "20s", "--bound", "p50=10s", "--out", out,
    ])
    #expect(result.exitCode == 0, "\(result.error)")
    let highest = try Rows.last("highest_per_second", of: "\(out)/saturation.csv", by: "scenario")
    let rate = try #require(highest.values.first.flatMap(Double.init))
    #expect((85...105).contains(rate), "\(rate)")
  }
}

/// A longer search than `make test` has time for.
struct SaturateCommandLongTests {
  @Test func `a search of long loads finds where a service saturates`() async throws {
    try await SaturateCommandTests.expectSaturation(from: "10", duration: "5m")
  }
}
