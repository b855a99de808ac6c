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

  @Test func `prints a table and leaves CSV behind`() async throws {
    let out = temporaryPath()
    let result = try await load([], out: out)
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(result.output.contains("app/single/2/uniform\n  flow"))
    #expect(result.output.contains("open:poisson:500ms@2000.0"))
    for file in ["plan.json", "runs.csv", "loads.csv", "latency.csv", "timeline.csv", "hgrm"] {
      #expect(FileManager.default.fileExists(atPath: "\(out)/\(file)"), "\(file)")
    }
    let valid = try Rows.last("valid", of: "\(out)/loads.csv", by: "scenario")
    #expect(
      valid == ["app/single/2/uniform/flow": "true", "app/per-feature/2/uniform/flow": "true"])
    let tables = try FileManager.default.contentsOfDirectory(atPath: "\(out)/hgrm")
    #expect(tables.count == 8)
    let table = try String(
      contentsOfFile: "\(out)/hgrm/app_single_2_uniform_flow-0-response.hgrm", encoding: .utf8)
    #expect(table.contains("1/(1-Percentile)") && table.contains("#[Max"))
  }

  @Test func `a threshold that does not hold is named and exits 2`() async throws {
    let missed = try await load([
      "--threshold", "response_p99<1ns", "--threshold", "dropped_total==0",
    ])
    #expect(missed.exitCode == 2)
    #expect(missed.error.contains("missed: response_p99<1ns: "))
    #expect(missed.error.contains(" in app/single/2/uniform/flow\n"))
    #expect(!missed.error.contains("missed: dropped_total"))
    let held = try await load(["--threshold", "dropped_total==0"])
    #expect(held.exitCode == 0, "\(held.error)")
    #expect(held.error.contains("the threshold holds"))
  }

  @Test func `stages, producers and a bounded backlog`() async throws {
    let staged = temporaryPath()
    let stages = try await Tool.run([
      "load", "--allow-debug", "--design", "inout", "--topology", "single", "--features", "1",
      "--stage", "200ms@1000", "--stage", "200ms@1000..3000", "--backlog", "5", "--out", staged,
    ])
    #expect(stages.exitCode == 0, "\(stages.error)")
    let rows = try String(contentsOfFile: "\(staged)/loads.csv", encoding: .utf8)
    #expect(rows.contains(",200ms@1000.0..3000.0,"))
    #expect(rows.split(separator: "\n").count == 4)
    let closed = try await Tool.run([
      "load", "--allow-debug", "--design", "inout", "--topology", "single", "--features", "1",
      "--producers", "10", "--think", "exponential:5ms", "--duration", "300ms", "--format", "json",
      "--out", temporaryPath(),
    ])
    #expect(closed.exitCode == 0, "\(closed.error)")
    #expect(closed.output.contains(#""producers" : 10"#))
  }

  // A bound that no clock can keep, so that what is found does not depend on the machine.
  @Test func `a search says what it tried, and that nothing held`() async throws {
    let out = temporaryPath()
    let result = try await Tool.run([
      "load", "--allow-debug", "--design", "flow", "--topology", "single", "--features", "1",
      "--workload", "counter", "--rate", "400", "--duration", "10ms", "--find-max", "p50=1ns",
      "--arrivals", "constant", "--out", out,
    ])
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(
      result.error.contains(
        "no rate that was tried keeps response_p50<=1ns: counter/single/1/uniform/flow"))
    let rows = try String(contentsOfFile: "\(out)/saturation.csv", encoding: .utf8)
    // 400, 200 and 100 actions a second: fewer would be none in 10 ms.
    #expect(rows.split(separator: "\n").count == 4)
    #expect(
      try Rows.last("holds", of: "\(out)/saturation.csv", by: "scenario")
        == ["counter/single/1/uniform/flow": "false"])
  }

  @Test func `producers wait for effects that take time`() async throws {
    let out = temporaryPath()
    let result = try await Tool.run([
      "load", "--allow-debug", "--virtual", "--design", "flow", "--topology", "single",
      "--workload", "echo", "--features", "1", "--latency", "constant:10ms", "--producers", "4",
      "--think", "constant:40ms", "--duration", "10s", "--out", out,
    ])
    #expect(result.exitCode == 0, "\(result.error)")
    // Each acts once in 50 ms, the first time after 40, the last time before 10 s: 200 times.
    let scenario = "echo/single/1/uniform/served/flow"
    let loads = try Rows.last("completed_total", of: "\(out)/loads.csv", by: "scenario")
    #expect(loads == [scenario: "800"])
    let asked = try Rows.last("asked_total", of: "\(out)/effects.csv", by: "scenario")
    #expect(asked == [scenario: "800"])
    let most = try Rows.last("in_flight_max", of: "\(out)/effects.csv", by: "scenario")
    #expect(most == [scenario: "4"])
  }

  // The response time of an M/M/1 line is exponentially distributed, with mean S / (1 - rho): with
  // services of 10 ms its 99th percentile is 100 ms at 54 actions a second.
  @Test func `a search finds where a service saturates`() async throws {
    let out = temporaryPath()
    let result = try await Tool.run([
      "load", "--allow-debug", "--virtual", "--design", "flow", "--topology", "single",
      "--workload", "echo", "--features", "1", "--latency", "exponential:10ms", "--capacity", "1",
      "--rate", "10",
      "--duration", "5m", "--find-max", "p99=100ms", "--out", out,
    ])
    #expect(result.exitCode == 0, "\(result.error)")
    let highest = try Rows.last("highest_per_second", of: "\(out)/saturation.csv", by: "scenario")
    let rate = try #require(highest.values.first.flatMap(Double.init))
    let theory = (1 - log(100) * 0.01 / 0.1) / 0.01
    #expect(abs(rate / theory - 1) < 0.15, "\(rate) instead of \(theory)")
    #expect(result.output.contains("in flight") && result.output.contains("highest"))
    let inFlight = try Rows.all("in_flight_mean", of: "\(out)/effects.csv", by: "scenario")
    let probes = try Rows.all("probe", of: "\(out)/saturation.csv", by: "scenario")
    #expect(inFlight.values.first?.count == probes.values.first?.count)
  }

  // A bound that also an overloaded service keeps for 20 s: what is found is the 100 a second that it
  // can bear.
  @Test func `a search does not believe a service that falls behind`() async throws {
    let out = temporaryPath()
    let result = try await Tool.run([
      "load", "--allow-debug", "--virtual", "--design", "flow", "--topology", "single",
      "--workload", "echo", "--features", "1", "--latency", "constant:10ms", "--capacity", "1",
      "--rate", "40", "--duration", "20s", "--find-max", "p50=10s", "--out", out,
    ])
    #expect(result.exitCode == 0, "\(result.error)")
    let highest = try Rows.last("highest_per_second", of: "\(out)/saturation.csv", by: "scenario")
    let rate = try #require(highest.values.first.flatMap(Double.init))
    #expect((85...105).contains(rate), "\(rate)")
  }

  // In time that jumps: the throughput of an open loop is then its schedule's.
  @Test func `a suite is one directory with all its loads, and can be compared`() async throws {
    let out = temporaryPath()
    let suite = try await Tool.run([
      "load", "--allow-debug", "--suite", "smoke", "--virtual", "--rounds", "2", "--duration",
      "100ms", "--threshold", "unserved_total==0", "--out", out,
    ])
    #expect(suite.exitCode == 0, "\(suite.error)")
    #expect(suite.error.contains("the threshold holds"))
    let rounds = try Rows.all("round", of: "\(out)/loads.csv", by: "load")
    #expect(rounds.count == 4 && rounds["open:poisson:100ms@5000.0"]?.count == 6)
    #expect(try Rows.last("suite", of: "\(out)/runs.csv", by: "seed") == ["1": "load-smoke"])
    let tables = try FileManager.default.contentsOfDirectory(atPath: "\(out)/hgrm")
    #expect(tables.allSatisfy { $0.contains("-open_poisson_100ms@200.0_service_constant_5ms-") })
    let compared = try await Tool.run(["compare", out, "--by", "design", "--metric", "throughput"])
    #expect(compared.exitCode == 0, "\(compared.error)")
    #expect(compared.output.contains("app · 2 features · single · open:poisson:100ms@5000.0"))
    let ratios = try Rows.all("ratio", of: "\(out)/compare.csv", by: "metric")
    #expect(ratios["throughput"] == ["1.0", "1.0", "1.0", "1.0"])
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

  @Test func `producers that send at once lose nothing`() async throws {
    let out = temporaryPath()
    let result = try await Tool.run([
      "load", "--allow-debug", "--senders", "1,2", "--design", "mutex,actor,flow,inout",
      "--topology", "single,per-feature", "--features", "2", "--duration", "20ms", "--out", out,
    ])
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(result.output.contains("inout: producers are tasks; all stores on the main actor"))
    for file in ["plan.json", "runs.csv", "producers.csv"] {
      #expect(FileManager.default.fileExists(atPath: "\(out)/\(file)"), "\(file)")
    }
    let valid = try Rows.last("valid", of: "\(out)/producers.csv", by: "scenario")
    #expect(valid.count == 8 && Set(valid.values) == ["true"])
    let lost = try Rows.last("lost_total", of: "\(out)/producers.csv", by: "scenario")
    #expect(Set(lost.values) == ["0"])
  }

  @Test func `a dry run of producers prints the plan and writes nothing`() async throws {
    let out = temporaryPath()
    let result = try await Tool.run(["load", "--senders", "1,2", "--dry-run", "--out", out])
    #expect(result.exitCode == 0)
    #expect(result.output.hasPrefix("load: 1, 2 producers, as fast as they can for 2s\n"))
    #expect(result.output.contains("  sequence/per-feature/10/uniform/flow"))
    #expect(!FileManager.default.fileExists(atPath: out))
  }

  @Test(arguments: [
    (["--senders", "many"], "--senders: must be whole numbers separated by commas, got 'many'"),
    (
      ["--senders", "2", "--affinity", "pinned"],
      "--affinity: must be free with --senders, who need cores of their own, got 'pinned'"
    ),
  ])
  func `a wrong request for producers is one line and exit 1`(
    arguments: [String], message: String
  ) async throws {
    let result = try await Tool.run(["load"] + arguments)
    #expect(result.exitCode == 1)
    #expect(result.error == message + "\n")
  }

  @Test func `an interrupted load of producers keeps its rows`() async throws {
    let out = temporaryPath()
    let rows = "\(out)/producers.csv"
    let result = try await Tool.runInterrupted(
      [
        "load", "--allow-debug", "--senders", "1,2", "--design", "mutex", "--topology", "single",
        "--duration", "200ms", "--rounds", "1000", "--out", out,
      ]
    ) {
      let text = try? String(contentsOfFile: rows, encoding: .utf8)
      return (text ?? "").split(separator: "\n").count > 4
    }
    #expect(result.exitCode == 130)
    #expect(result.error.contains("interrupted; what was finished is in \(out)"))
    // Both are among the first four: one of each is in every round.
    let speedUps = try Rows.last("speedup", of: rows, by: "producers")
    let text = try String(contentsOfFile: rows, encoding: .utf8)
    #expect(Set(speedUps.keys) == ["1", "2"] && !speedUps.values.contains(""), "\(text)")
  }

  @Test func `the help names the senders`() async throws {
    let result = try await Tool.run(["load", "--help"])
    #expect(result.exitCode == 0)
    #expect(result.output.contains("--senders"))
  }

  @Test func `an interrupted load keeps its seconds`() async throws {
    let out = temporaryPath()
    let timeline = "\(out)/timeline.csv"
    let result = try await Tool.runInterrupted(
      [
        "load", "--allow-debug", "--design", "flow", "--topology", "single", "--rate", "100",
        "--duration", "1h", "--out", out,
      ]
    ) {
      let text = try? String(contentsOfFile: timeline, encoding: .utf8)
      return (text ?? "").split(separator: "\n").count > 1
    }
    #expect(result.exitCode == 130)
    #expect(result.error.contains("interrupted; what was finished is in \(out)"))
    let rows = try String(contentsOfFile: timeline, encoding: .utf8)
    #expect(rows.hasSuffix("\n") && rows.split(separator: "\n").count > 1)
  }
}
