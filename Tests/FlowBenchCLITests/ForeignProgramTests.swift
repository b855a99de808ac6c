import FlowTestSupport
import Foundation
import Testing

/// A program with its own stores (`Tests/ForeignProgram`), which behaves as `flowbench` does.
struct ForeignProgramTests {
  private static let program = TestImage.products.appending(path: "ForeignProgram").path

  private func call(
    _ arguments: [String], registration: String? = nil
  ) async throws -> Tool.Result {
    try await Tool.run(
      arguments, program: Self.program,
      environment: registration.map { ["FOREIGN_REGISTRATION": $0] } ?? [:])
  }

  /// The results of each design.
  private struct Rows {
    let valid: [String: String]
    let reasons: [String: String]
    let digests: [String: String]

    init(_ path: String) throws {
      valid = try FlowBenchCLITests.Rows.last("valid", of: path, by: "design")
      reasons = try FlowBenchCLITests.Rows.last("invalid_reason", of: path, by: "design")
      digests = try FlowBenchCLITests.Rows.last("digest", of: path, by: "design")
    }

    /// The designs whose rows are valid.
    var good: Set<String> { Set(valid.filter { $0.value == "true" }.keys) }
  }

  private static func gap(_ workload: String) -> String {
    "the child process has no 'shy' for '\(workload)' in 'single': register(in:) must add the same "
      + "in every process; do not make it depend on arguments or the environment"
  }

  private func run(_ designs: String, _ arguments: [String] = []) async throws
    -> (result: Tool.Result, rows: Rows)
  {
    let out = temporaryPath()
    let result = try await call(
      [
        "run", "--out", out, "--design", designs, "--workload", "counter", "--topology", "single",
        "--features", "1", "--views", "none", "--middlewares", "0", "--completion", "immediate",
        "--affinity", "free",
      ] + Tool.quick + arguments)
    return (result, try Rows("\(out)/samples.csv"))
  }

  @Test func `stores of two packages are measured and end in the same state`()
    async throws
  {
    let (result, rows) = try await run("mine,flow,floor", ["--passes", "timing"])
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(rows.good == ["mine", "flow", "floor"])
    #expect(Set(rows.digests.values).count == 1 && rows.digests["mine"]?.isEmpty == false)
  }

  @Test func `a store that prints is measured, and its output goes to stderr`() async throws {
    let (result, rows) = try await run("chatty,floor")
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(rows.good == ["chatty", "floor"], "\(rows.reasons)")
    #expect(!result.output.contains("reduces an action"))
    #expect(result.error.contains(#"{"chatty":"reduces an action"}"#))
    // It prints at each of thousands of actions, in two processes.
    #expect(result.error.contains("further output of this process is omitted"))
    #expect(result.error.count < 20_000)
  }

  @Test func `a crash, a hang and a missing design invalidate one row each`()
    async throws
  {
    // The limit suits a debug build on a busy machine.
    let (result, rows) = try await run(
      "mine,crashing,stuck,shy", ["--passes", "timing", "--limit", "30"])
    #expect(result.exitCode == 4)
    #expect(rows.good == ["mine"], "\(rows.reasons)")
    let crash = rows.reasons["crashing"] ?? ""
    #expect(crash.hasPrefix("crashed: ") && crash.hasSuffix("a fault of the store"), "\(crash)")
    #expect(rows.reasons["stuck"] == "hung: no result within 30.0 s")
    #expect(rows.reasons["shy"] == Self.gap("counter"))
    for (design, reason) in rows.reasons where design != "mine" {
      let lines = result.output.split(separator: "\n").filter {
        $0.hasPrefix("invalid: counter/single/1/uniform/\(design)")
      }
      #expect(lines.count == 1 && lines.first?.hasSuffix(reason) == true, "\(result.output)")
    }
  }

  @Test func `a load of a store that hangs is stopped, and the others continue`() async throws {
    let out = temporaryPath()
    let result = try await call([
      "load", "--allow-debug", "--workload", "counter", "--features", "1", "--topology", "single",
      "--design", "stuck,mine", "--rate", "1000", "--duration", "1s", "--limit", "20", "--out", out,
    ])
    #expect(result.exitCode == 4, "\(result.error)")
    let rows = try Rows("\(out)/loads.csv")
    #expect(rows.reasons["stuck"] == "hung: no result within 22.0 s")
    #expect(rows.good == ["mine"], "\(rows.reasons)")
  }

  /// The verdicts and findings of `verify`.
  private struct Verified {
    let verdicts: [String: String]
    /// The first finding of each design.
    let findings: [String: [String: String]]
    let count: Int

    init(_ result: Tool.Result) throws {
      let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
      let content = try #require(json as? [String: Any], "\(result.error)")
      let rows = try #require(content["claims"] as? [[String: Any]])
      verdicts = Dictionary(
        uniqueKeysWithValues: rows.map { row in
          ("\(row["design"] ?? "") \(row["claim"] ?? "")", "\(row["verdict"] ?? "")")
        })
      let found = try #require(content["findings"] as? [[String: Any]])
      count = found.count
      findings = Dictionary(
        found.map { finding in
          ("\(finding["design"] ?? "")", finding.mapValues { "\($0)" })
        }
      ) { first, _ in first }
    }
  }

  @Test func `a crash, a hang, a missing design and a printing one are a finding each`()
    async throws
  {
    let result = try await call([
      "verify", "--design", "mine,chatty,crashing,stuck,shy", "--workload", "counter,tally",
      "--topology", "single", "--seeds", "1", "--actions", "300", "--limit", "30", "--format",
      "json",
    ])
    #expect(result.exitCode == 4)
    let verified = try Verified(result)
    for claim in ["state", "settled", "order"] {
      for design in ["mine", "chatty"] {
        #expect(verified.verdicts["\(design) \(claim)"] == "held", "\(result.output)")
      }
      for design in ["crashing", "stuck", "shy"] {
        #expect(verified.verdicts["\(design) \(claim)"] == "not tried", "\(result.output)")
      }
    }
    #expect(verified.verdicts["mine process"] == "held")
    #expect(verified.verdicts["chatty process"] == "note")
    #expect(verified.verdicts["mine notifications"] == "not claimed")
    #expect(verified.count == 4 && verified.findings.count == 4, "\(result.output)")
    #expect(verified.findings["chatty"]?["kind"] == "printed")
    #expect(verified.findings["chatty"]?["scenario"] == "counter/single/1/uniform/chatty")
    #expect(
      verified.findings["chatty"]?["found"]?.hasSuffix(
        #"bytes, beginning with '{"chatty":"reduces an action"}'"#) == true)
    let crash = try #require(verified.findings["crashing"])
    #expect(crash["kind"] == "failed" && crash["action"] == "1")
    #expect(crash["scenario"] == "counter/single/1/uniform/crashing")
    #expect(crash["found"]?.hasSuffix("a fault of the store") == true, "\(crash)")
    let hang = try #require(verified.findings["stuck"])
    #expect(hang["kind"] == "hung" && hang["action"] == "1")
    #expect(hang["found"] == "send has not returned within 30.0 s")
    #expect(verified.findings["shy"]?["found"] == Self.gap("counter"))
  }

  @Test func `a store that is never done is distinguished from one whose send never returns`()
    async throws
  {
    let result = try await call([
      "verify", "--design", "restless", "--workload", "counter", "--topology", "single", "--limit",
      "30", "--format", "json",
    ])
    #expect(result.exitCode == 4)
    let verified = try Verified(result)
    let finding = try #require(verified.findings["restless"])
    #expect(verified.findings.count == 1 && finding["kind"] == "hung")
    #expect(finding["found"] == "settle() has not returned within 30.0 s", "\(finding)")
  }

  @Test func `dropped answers of effects are reported`() async throws {
    let result = try await call([
      "verify", "--design", "deaf", "--workload", "echo", "--topology", "single", "--seeds", "1",
    ])
    #expect(result.exitCode == 4)
    let lines = result.output.split(separator: "\n")
    #expect(
      lines.contains {
        $0.hasPrefix("ERROR  deaf effects, answer-dropped: action ")
          && $0.contains("echo/single/1/uniform/deaf, seed 1: expected the answer to ")
      }, "\(result.output)")
    #expect(lines.last?.hasPrefix("1 error, 0 notes") == true)
  }

  @Test func `a program without other stores measures its own workload`() async throws {
    let out = temporaryPath()
    let result = try await call(
      [
        "run", "--out", out, "--design", "mine,chatty", "--workload", "tally", "--topology",
        "single,per-feature", "--features", "2", "--passes", "timing",
      ] + Tool.quick, registration: "alone")
    #expect(result.exitCode == 0, "\(result.error)")
    let valid = try FlowBenchCLITests.Rows.last("valid", of: "\(out)/samples.csv", by: "scenario")
    #expect(Set(valid.values) == ["true"])
    let topologies = ["single", "per-feature"]
    for name in topologies { #expect(valid["tally/\(name)/2/uniform/mine"] == "true", "\(valid)") }
    // Another program does not have the store.
    let resumed = try await Tool.run(["run", "--allow-debug", "--resume", out])
    #expect(resumed.exitCode == 1)
    #expect(
      resumed.error.hasPrefix(
        "--resume: must have a plan that this program can make, and its command line breaks "
          + "'--design: no design is called 'mine'"), "\(resumed.error)")
  }

  @Test func `loads have the same results`() async throws {
    let out = temporaryPath()
    let result = try await call([
      "load", "--allow-debug", "--workload", "counter", "--topology", "single", "--features", "1",
      "--rate", "200", "--duration", "300ms", "--design", "mine,chatty,crashing,shy,floor",
      "--out", out,
    ])
    #expect(result.exitCode == 4)
    let rows = try Rows("\(out)/loads.csv")
    #expect(rows.good == ["mine", "chatty", "floor"], "\(rows.reasons)")
    #expect(rows.digests["chatty"] == rows.digests["floor"])
    #expect(rows.reasons["crashing"]?.hasSuffix("a fault of the store") == true)
    #expect(rows.reasons["shy"] == Self.gap("counter"))
    #expect(result.error.contains(#"{"chatty":"reduces an action"}"#))
  }

  @Test func `several workers send to stores of another package`() async throws {
    let out = temporaryPath()
    let result = try await call([
      "contend", "--allow-debug", "--workers", "2", "--topology", "single", "--features", "1",
      "--duration", "10ms", "--design", "mine,chatty,shy,mutex", "--out", out,
    ])
    #expect(result.exitCode == 4)
    let valid = try FlowBenchCLITests.Rows.last("valid", of: "\(out)/contention.csv", by: "design")
    #expect(valid == ["mine": "true", "chatty": "true", "mutex": "true", "shy": "false"])
    let reasons = try FlowBenchCLITests.Rows.last(
      "invalid_reason", of: "\(out)/contention.csv", by: "design")
    #expect(reasons["shy"] == Self.gap("sequence"))
  }

  @Test func `the list has the registered names, and the help that of the program`() async throws {
    let list = try await call(["list"])
    #expect(list.exitCode == 0, "\(list.error)")
    for word in ["mine", "tally", "flow", "a store of another package"] {
      #expect(list.output.contains(word), "\(word)")
    }
    let alone = try await call(["list", "--format", "json"], registration: "alone")
    let json = try JSONSerialization.jsonObject(with: Data(alone.output.utf8))
    let designs = try #require((json as? [String: Any])?["designs"] as? [[String: String]])
    #expect(
      designs.compactMap { $0["id"] } == [
        "floor", "mine", "chatty", "crashing", "stuck", "deaf", "restless",
        "comparing", "throwing", "callback", "coalescing", "own-effects", "main-actor", "shy",
      ])
    let help = try await call(["run", "--help"])
    #expect(help.exitCode == 0 && help.output.contains("USAGE: ForeignProgram "), "\(help)")
    #expect(!help.output.contains("flowbench"), "\(help.output)")
    let wrong = try await call(["run", "--desing", "mine"])
    #expect(wrong.error.hasPrefix("Unknown option '--desing'. Did you mean '--design'? See '"))
    #expect(wrong.error.hasSuffix("/ForeignProgram run --help'\n"), "\(wrong)")
  }

  @Test(
    arguments: [
      (
        "doubled",
        "register(in:): each design must have an id of its own, got 'mine' for "
          + "'a store of another package' and for 'another one'\n"
      ),
      (
        "taken",
        "register(in:): each design must have an id of its own, got 'flow' for "
          + "'FlowCore.Store: generic over its reducer, in place; compares observed parts' and for 'not theirs'\n"
      ),
      (
        "unprintable",
        "register(in:): the id of a design must be lower-case letters, digits and hyphens, begin "
          + #"with a letter and have at most 40 characters, got "My,\nstore""# + "\n"
      ),
    ])
  func `ids that are doubled or cannot be written are refused in one line`(
    fault: (name: String, message: String)
  ) async throws {
    let directory = temporaryPath()
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    let result = try await Tool.run(
      ["run", "--suite", "smoke", "--allow-debug"], directory: directory, program: Self.program,
      environment: ["FOREIGN_REGISTRATION": fault.name])
    #expect(result.exitCode == 1 && result.output.isEmpty)
    #expect(result.error == fault.message)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory).isEmpty)
  }

  @Test func `a suite measures a store of another package in all of its scenarios`()
    async throws
  {
    let out = temporaryPath()
    let result = try await call(
      ["run", "--design", "floor,mine", "--passes", "timing", "--out", out] + Tool.quick,
      registration: "alone")
    #expect(result.exitCode == 0, "\(result.error)")
    let valid = try FlowBenchCLITests.Rows.last("valid", of: "\(out)/samples.csv", by: "scenario")
    #expect(Set(valid.values) == ["true"])
    func scenarios(of design: String) -> Set<Substring> {
      Set(valid.keys.filter { $0.hasSuffix("/\(design)") }.map { $0.dropLast(design.count) })
    }
    // Effects in flight are an optional ability.
    let missing = scenarios(of: "floor").subtracting(scenarios(of: "mine"))
    #expect(missing == ["linger/single/1/uniform/"], "\(valid)")
  }
}
