import FlowTestSupport
import Foundation
import Testing

/// Stores that do other work than the plain fold, or use more than the work needs
/// (`Tests/ForeignProgram/BrokenStores.swift`).
struct BrokenStoreTests {
  private static let wrong = [
    "drop-each", "drop-one", "swap-each", "delay-each", "double-each", "repeat-older", "lose-copy",
    "stale-read", "exit", "crash",
  ]
  private static let wrongAnswers = ["answer-twice", "answer-never", "perform-twice"]
  private static let wasteful = ["leak", "threads", "spin", "change-directory", "notify-twice"]

  private func call(_ arguments: [String]) async throws -> Tool.Result {
    try await Tool.run(
      arguments, program: TestImage.products.appending(path: "ForeignProgram").path,
      environment: ["FOREIGN_REGISTRATION": "broken", "FOREIGN_FAULT_EVERY": "20"])
  }

  /// The last value of each column for each scenario of a run.
  private struct Run {
    let result: Tool.Result
    let valid: [String: String]
    let reasons: [String: String]
    let warnings: [String: String]

    /// The designs with a valid row.
    var good: Set<String> {
      Set(valid.filter { $0.value == "true" }.map { String($0.key.split(separator: "/").last!) })
    }
  }

  private func measure(
    _ command: String, _ designs: [String], _ arguments: [String], file: String = "samples.csv"
  ) async throws -> Run {
    let out = temporaryPath()
    let result = try await call(
      [
        command, "--allow-debug", "--out", out, "--design", designs.joined(separator: ","),
        "--checked-actions", "600",
      ] + arguments)
    func column(_ name: String) throws -> [String: String] {
      try Rows.last(name, of: "\(out)/\(file)", by: "scenario")
    }
    return Run(
      result: result, valid: try column("valid"), reasons: try column("invalid_reason"),
      warnings: try column("warning"))
  }

  private func run(_ designs: [String], _ arguments: [String]) async throws -> Run {
    try await measure(
      "run", designs + ["floor"],
      ["--middlewares", "0", "--distribution", "uniform"] + Tool.quick + arguments)
  }

  @Test(
    arguments: [
      ["counter", "shop", "favorites", "linger"], ["timer", "search", "echo", "primes"],
      ["app", "profile", "login", "notes"],
    ])
  func `no store that does other work has a valid row, whatever the workload`(
    workloads: [String]
  ) async throws {
    let run = try await run(
      Self.wrong,
      [
        "--workload", workloads.joined(separator: ","), "--topology", "single", "--features", "1",
        "--views", "none", "--passes", "timing", "--affinity", "free",
      ])
    #expect(run.result.exitCode == 4, "\(run.result.error)")
    // Effects that linger are an optional ability.
    let missing = workloads.contains("linger") ? Self.wrong.count : 0
    #expect(run.valid.count == workloads.count * (Self.wrong.count + 1) - missing, "\(run.valid)")
    #expect(run.good == ["floor@free"], "\(run.valid)")
    for (scenario, reason) in run.reasons where scenario.hasSuffix("/drop-one@free") {
      #expect(reason.hasPrefix("other work than expected: action-l"), "\(scenario): \(reason)")
      #expect(reason.contains(" at action 199: "), "\(scenario): \(reason)")
    }
  }

  @Test func `a size that is compared over fewer actions is as invalid as the one that leads`()
    async throws
  {
    // The 199th action is lost, and a size that does not lead is compared over 60.
    let run = try await run(
      ["drop-one"],
      [
        "--workload", "shop", "--topology", "single", "--features", "1,2,3", "--views", "none",
        "--passes", "timing", "--affinity", "free",
      ])
    #expect(run.valid.count == 6 && run.good == ["floor@free"], "\(run.valid)")
    let reasons = run.reasons.filter { $0.key.hasSuffix("/drop-one@free") }.values
    let others = reasons.filter { $0.contains(/, in shop\/single\/\d\/uniform\/drop-one@free$/) }
    #expect(reasons.count == 3 && others.count == 2, "\(reasons)")
  }

  @Test(arguments: ["timing", "counting", "instructions"])
  func `no store that does other work has a valid row, whatever the topology and the pass`(
    pass: String
  ) async throws {
    let designs = ["drop-one", "swap-each", "skip-repeated"]
    let run = try await run(
      designs,
      [
        "--workload", "shop", "--topology", "single,per-feature", "--features", "2", "--views",
        "none,own-slice", "--passes", pass,
      ])
    #expect(run.good.subtracting(["floor"]).isEmpty, "\(run.valid)")
  }

  @Test func `no store whose children do other work has a valid row`() async throws {
    let faults = [
      "drop-each", "drop-one", "swap-each", "other-copy-each", "other-copy-one", "stale-read",
      "sound",
    ]
    let run = try await measure(
      "run", faults.map { "child-\($0)" },
      [
        "--workload", "counter,shop,favorites,app", "--topology", "scoped", "--features", "2",
        "--views", "none", "--middlewares", "0", "--distribution", "uniform", "--passes", "timing",
        "--affinity", "free",
      ] + Tool.quick)
    #expect(run.valid.count == 4 * faults.count, "\(run.valid)")
    #expect(run.good == ["child-sound@free"], "\(run.valid)")
  }

  @Test func `middlewares are called once for each action`() async throws {
    let designs = ["never", "half", "twice", "sound"].map { "middleware-\($0)" }
    let run = try await measure(
      "run", designs,
      [
        "--workload", "counter,favorites,crunch-20000", "--topology", "single", "--features", "1",
        "--views", "none", "--middlewares", "1,4", "--distribution", "uniform", "--passes",
        "timing", "--affinity", "free",
      ] + Tool.quick)
    #expect(run.valid.count == 24 && run.good == ["middleware-sound@free"], "\(run.valid)")
    let half = run.reasons["counter/single/1/uniform/middlewares:4/middleware-half@free"] ?? ""
    #expect(half.contains("work-differs at action 20: "), "\(half)")
    #expect(half.hasSuffix("to be done 4 times, found it was done 2 times"), "\(half)")
  }

  @Test func `arrays are written as by the fold`() async throws {
    let run = try await run(
      Self.wrong,
      [
        "--workload", "rows-update-100,crunch-20000", "--topology", "single", "--features", "1",
        "--views", "none", "--passes", "timing", "--affinity", "free",
      ])
    #expect(run.valid.count == 22 && run.good == ["floor@free"], "\(run.valid)")
  }

  /// The final state shows no loss, and generated actions have no such runs.
  @Test func `a store that loses actions of a trace has no valid row`() async throws {
    let trace = temporaryPath()
    let header = #"{"format":"flow-trace","version":1,"app":"favorites/1"}"#
    let line = #"{"action":{"replace":{"at":5,"with":7}},"at":0}"#
    try ([header] + Array(repeating: line, count: 30) + [""]).joined(separator: "\n")
      .write(toFile: trace, atomically: true, encoding: .utf8)
    let replay = try await measure(
      "replay", ["floor", "skip-run"], [trace, "--topology", "single", "--affinity", "free"],
      file: "loads.csv")
    #expect(replay.good == ["floor@free"], "\(replay.valid)")
    let reason = replay.reasons["favorites/single/1/uniform/skip-run@free"] ?? ""
    #expect(reason.contains("action-lost at action 13: "), "\(reason)")
  }

  @Test func `answers that come twice, never or of repeated work have no valid row`() async throws {
    let run = try await run(
      Self.wrongAnswers,
      [
        "--workload", "timer,search,echo,app", "--topology", "single", "--features", "1",
        "--views", "none", "--passes", "timing", "--affinity", "free",
      ])
    #expect(run.valid.count == 16 && run.good == ["floor@free"], "\(run.valid)")
    let reason = run.reasons["search/single/1/uniform/answer-twice@free"] ?? ""
    #expect(
      reason.hasPrefix("other work than expected: answer-doubled at action "), "\(reason)")
  }

  @Test func `answers after suspensions are awaited, and come once`() async throws {
    let run = try await run(
      ["never-busy", "too-early", "answer-late", "suspend-twice", "sound"],
      [
        "--workload", "search,echo", "--topology", "single", "--features", "1", "--completion",
        "suspending", "--views", "none", "--passes", "timing", "--affinity", "free",
      ])
    #expect(run.valid.count == 10 && run.good == ["sound@free"], "\(run.valid)")
    let early = run.reasons["search/single/1/uniform/suspending/too-early@free"] ?? ""
    #expect(early.contains("effects-not-awaited"), "\(early)")
    let idle = run.reasons["search/single/1/uniform/suspending/never-busy@free"] ?? ""
    #expect(idle.contains("unsettled"), "\(idle)")
  }

  @Test func `a store that uses more than its work needs has a warning and a mark`() async throws {
    let run = try await run(
      Self.wasteful,
      [
        "--workload", "counter", "--topology", "single", "--features", "1", "--views",
        "own-slice", "--passes", "timing", "--affinity", "free",
      ])
    #expect(run.result.exitCode == 0, "\(run.result.error)")
    let kinds = [
      "leak": "memory-kept", "threads": "threads-started", "spin": "busy-at-rest",
      "change-directory": "directory-changed", "notify-twice": "notification-repeated",
    ]
    for (design, kind) in kinds {
      let scenario = "counter/single/1/uniform/own-slice:1/\(design)@free"
      // A thread that spins may not get a core of a busy machine during the pauses.
      if design == "spin", run.warnings[scenario]?.contains("disturbed") == true { continue }
      #expect(run.warnings[scenario]?.contains("verify: \(kind)") == true, "\(run.warnings)")
      #expect(run.result.output.contains("  \(design)@free !"), "\(run.result.output)")
      #expect(run.result.output.contains("!: \(scenario): verify: \(kind)"))
    }
    #expect(!run.result.output.contains("floor@free !"))
  }

  @Test func `loads and contention of stores that lose actions are not valid`() async throws {
    let load = try await measure(
      "load", ["drop-one", "leak"],
      [
        "--workload", "counter", "--topology", "single", "--features", "1", "--rate", "100",
        "--duration", "100ms", "--affinity", "free",
      ], file: "loads.csv")
    #expect(load.good == ["leak@free"], "\(load.reasons)")
    #expect(load.warnings.values.contains { $0.contains("verify: memory-kept") })
    let contend = try await measure(
      "contend", ["drop-one", "drop-each"],
      [
        "--workers", "2", "--topology", "single", "--features", "1", "--duration", "10ms",
      ], file: "contention.csv")
    #expect(contend.valid.count == 2 && contend.good.isEmpty, "\(contend.valid)")
  }

  @Test func `verify reports every broken store`() async throws {
    let designs = Self.wrong + ["skip-repeated"] + Self.wrongAnswers + Self.wasteful
    let result = try await call([
      "verify", "--design", designs.joined(separator: ","), "--workload", "search", "--topology",
      "single", "--seeds", "1", "--actions", "600", "--format", "json",
    ])
    // As above.
    let isBusy = !result.output.contains("busy-at-rest")
    #expect(result.exitCode == 4)
    let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    let content = try #require(json as? [String: Any], "\(result.error)")
    let findings = try #require(content["findings"] as? [[String: Any]])
    for design in designs where design != "spin" || !isBusy {
      let severities = findings.filter { $0["design"] as? String == design }
        .compactMap { $0["severity"] as? String }
      let isWasteful = Self.wasteful.contains(design)
      #expect(severities.contains(isWasteful ? "note" : "error"), "\(design): \(findings)")
      #expect(!isWasteful || !severities.contains("error"), "\(design): \(findings)")
    }
    // A crash is reported with its action, beyond the first thousand or not.
    let crash = findings.first { $0["design"] as? String == "crash" }
    #expect(crash?["kind"] as? String == "failed" && crash?["action"] as? Int == 199)
  }

  @Test(arguments: [("floor", 0, 0), ("notify-twice", 0, 2), ("notify-twice,drop-each", 4, 4)])
  func `a note fails a strict verification only`(designs: String, code: Int32, strict: Int32)
    async throws
  {
    let arguments = [
      "verify", "--design", designs, "--workload", "counter", "--topology", "single", "--seeds",
      "1", "--actions", "30",
    ]
    #expect(try await call(arguments).exitCode == code)
    #expect(try await call(arguments + ["--strict"]).exitCode == strict)
  }
}
