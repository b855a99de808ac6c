import FlowTestSupport
import Foundation
import Testing

@testable import FlowResults

/// Shards of the real executable.
struct ShardCommandTests {
  private static let virtual = [
    "load", "--virtual", "--allow-debug", "--design", "floor,flow", "--features", "1,2",
    "--workload", "echo", "--rate", "100", "--duration", "2s", "--latency", "exponential:10ms",
    "--topology", "single",
  ]

  @Test func `merged shards of a virtual load equal the load in one piece`() async throws {
    let whole = temporaryPath()
    let one = try await Tool.run(Self.virtual + ["--out", whole])
    #expect(one.exitCode == 0, "\(one.error)")
    let expected = try Rows.files(of: whole)
    for count in [3] {
      var paths: [String] = []
      for index in 1...count {
        paths.insert(temporaryPath(), at: index / 2)
        let shard = try await Tool.run(
          Self.virtual + ["--shard", "\(index)/\(count)", "--out", paths[index / 2]])
        #expect(shard.exitCode == 0, "\(shard.error)")
      }
      let out = temporaryPath()
      let merged = try await Tool.run(["merge"] + paths + ["--out", out])
      #expect(merged.exitCode == 0, "\(merged.error)")
      #expect(merged.output == one.output)
      #expect(try Rows.files(of: out) == expected, "\(count)")
      let status = try await Tool.run(["status"] + paths + [out])
      #expect(status.exitCode == 0)
      #expect(status.output.contains("\(count + 1) of \(count + 1) are complete"))
    }
  }

  @Test func `rounds of several machines are listed but not compared`() async throws {
    let run = [
      "run", "--allow-debug", "--suite", "smoke", "--design", "floor,flow", "--workload", "counter",
      "--topology", "single", "--passes", "timing", "--rounds", "2", "--shard-by", "round",
    ]
    let paths = [temporaryPath(), temporaryPath()]
    for (index, path) in paths.enumerated() {
      let shard = try await Tool.run(run + ["--shard", "\(index + 1)/2", "--out", path])
      #expect(shard.exitCode == 0, "\(shard.error)")
    }
    let out = temporaryPath()
    let merged = try await Tool.run(["merge"] + paths + ["--out", out])
    #expect(merged.exitCode == 0, "\(merged.error)")
    #expect(merged.output.contains("ns/action of a machine"), "\(merged.output)")
    let compared = try await Tool.run(["compare", out, "--by", "design"])
    #expect(compared.exitCode == 1 && compared.errorLines.count == 1, "\(compared.error)")
    #expect(compared.error.contains("run_id must be one for each scenario"))
    #expect(!compared.error.contains("cut off") && !compared.error.contains("; \n"))
  }

  @Test func `a shard that was killed continues with its own jobs`() async throws {
    let path = temporaryPath()
    let shard = try await Tool.run(
      Self.virtual + ["--rounds", "4", "--shard", "1/2", "--out", path])
    #expect(shard.exitCode == 0, "\(shard.error)")
    let expected = try Rows.files(of: path)
    let jobs = "\(path)/jobs.jsonl"
    let lines = try String(contentsOfFile: jobs, encoding: .utf8).split(separator: "\n")
    try #require(lines.count == 5)
    try (lines.prefix(2).joined(separator: "\n") + "\n").write(
      toFile: jobs, atomically: true, encoding: .utf8)
    let status = try await Tool.run(["status", path])
    #expect(status.exitCode == 3)
    #expect(status.output.contains("1/2"))
    let resumed = try await Tool.run(["load", "--allow-debug", "--resume", path])
    #expect(resumed.exitCode == 0, "\(resumed.error)")
    #expect(try Rows.files(of: path) == expected)
  }

  @Test func `a shard that gets no scenario is complete, and merge accepts it`() async throws {
    let run = [
      "run", "--suite", "smoke", "--design", "floor", "--workload", "echo", "--topology", "single",
      "--features", "1", "--passes", "timing", "--rounds", "1", "--actions", "100",
      "--filter", "uniform/floor", "--allow-debug",
    ]
    let paths = [temporaryPath(), temporaryPath()]
    for (index, path) in paths.enumerated() {
      let shard = try await Tool.run(run + ["--shard", "\(index + 1)/2", "--out", path])
      #expect(shard.exitCode == 0, "\(shard.error)")
      #expect((shard.output == "no results yet\n") == (index == 1), "\(shard.output)")
    }
    #expect(try Rows.all("wall_ns_per_action", of: "\(paths[1])/samples.csv", by: "pass").isEmpty)
    let status = try await Tool.run(["status", paths[1]])
    #expect(status.exitCode == 0 && status.output.contains("0/0"), "\(status.output)")
    let out = temporaryPath()
    let merged = try await Tool.run(["merge"] + paths + ["--out", out])
    #expect(merged.exitCode == 0, "\(merged.error)")
    #expect(try JobLog(in: out).jobs.map(\.part) == ["timing"])
  }

  @Test func `a dry run prints the part of each shard and measures nothing`() async throws {
    let all = try await Tool.run(Self.virtual + ["--shard", "2/3", "--dry-run"])
    #expect(all.exitCode == 0)
    for index in 1...3 { #expect(all.output.contains("shard \(index)/3: ")) }
    let other = try await Tool.run(Self.virtual + ["--shard", "1/7", "--dry-run"])
    let digests = [all, other].map { result in
      result.output.split(separator: "\n").filter { $0.hasPrefix("plan: ") }
    }
    #expect(digests[0].count == 1 && digests[0] == digests[1])
  }

  @Test(arguments: [
    (["run", "--shard", "0/4"], "--shard: must be i/m"),
    (["load", "--shard", "5/4"], "--shard: must be i/m"),
    (["merge", "/nowhere", "--out", "x"], "merge: must be the directory of a run"),
    (["merge", "/nowhere"], "--out: must be given"),
    (["status", "/nowhere"], "status: must be the directory of a run"),
    (
      [
        "load", "--shard", "1/2", "--threshold", "response_p99<1ms", "--rounds-max", "4",
      ], "--rounds-max: must not be given with --shard"
    ),
  ])
  func `an impossible shard is refused in one line`(arguments: [String], text: String) async throws
  {
    let result = try await Tool.run(arguments)
    #expect(result.exitCode == 1)
    #expect(result.errorLines.count == 1 && result.error.hasPrefix(text), "\(result.error)")
  }
}
