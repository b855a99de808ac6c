import FlowFiles
import FlowTestSupport
import Foundation
import ResultFixtures
import Testing

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// Plans that are made again from `plan.json`.
@MainActor
struct PlanFileTests {
  private static let run = [
    "run", "--suite=smoke", "--workload=counter", "--features=1,3", "--inject=hang:flow",
    "--shard=1/2", "--out=somewhere",
  ]
  private static let load = [
    "load", "--workload=echo", "--latency=constant:10ms", "--rate=100", "--duration=2s",
    "--design=flow", "--virtual",
  ]
  private static let saturate =
    load.map { $0 == "load" ? "saturate" : $0 } + ["--bound=p50=50ms", "--capacity=4"]
  private static let contend = ["contend", "--workers=1,2", "--design=mutex"]

  /// Writes the file of a plan.
  private func write(
    _ plan: some SessionPlan, _ arguments: [String], _ change: (String) -> String = { $0 }
  ) throws -> String {
    let path = temporaryPath()
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let part = PlanPart(count: 7, shards: [2, 5], by: .round)
    try WholeFile.write(
      change(PlanFile(plan, arguments, part: part).json()), to: "\(path)/\(PlanFile.name)")
    return path
  }

  private func expectSame<P: SessionPlan & Equatable>(
    _ type: P.Type, _ arguments: [String]
  ) throws {
    let plan = try P.parsed(arguments, in: .standard())
    let path = try write(plan, arguments)
    let file = try PlanFile.read(path, of: plan.command)
    #expect(try file.plan(in: path, .standard()) == plan)
    #expect(file.part == PlanPart(count: 7, shards: [2, 5], by: .round))
  }

  @Test func `each subcommand makes its plan again`() throws {
    try expectSame(Plan.self, Self.run)
    try expectSame(LoadPlans.self, Self.load)
    try expectSame(LoadPlans.self, Self.saturate)
    try expectSame(ContendPlan.self, Self.contend)
  }

  @Test(arguments: [
    ("--features=1,3", "--features=1,2", "must have the plan that this program makes"),
    ("--features=1,3", "--features=0", "'--features: must be 1 to 10000, got 0'"),
    ("--suite=smoke", "--suite=smok", "'--suite: no suite is called 'smok'"),
    ("--suite=smoke", "--speed=1", "must have a plan that this program can make"),
    ("[\n      2,", "[\n      8,", "must have shards of its plan"),
    ("\"count\"", "\"number\"", "must be the directory of a run"),
  ])
  func `a file that was changed is refused`(from: String, to: String, rule: String) throws {
    let plan = try Plan.parsed(Self.run, in: .standard())
    let path = try write(plan, Self.run) { $0.replacing(from, with: to) }
    let error = #expect(throws: PlanError.self) {
      let _: Plan = try PlanFile.read(path, of: "run").plan(in: path, .standard())
    }
    #expect(error?.description.contains(rule) == true, "\(error as Any)")
    #expect(error?.description.hasPrefix("--resume: must ") == true)
  }

  @Test func `a plan of another subcommand is refused with the next step`() throws {
    let path = try write(Plan.parsed(Self.run, in: .standard()), Self.run)
    let error = #expect(throws: PlanError.self) { _ = try PlanFile.read(path, of: "load") }
    #expect(
      error?.description.hasSuffix("continue with: \(Executable.command("run", "--resume", path))")
        == true)
  }

  @Test func `impossible shards are refused`() throws {
    for (count, shards) in [(3, [4]), (3, []), (3, [1, 1]), (0, [1]), (10_001, [1])] {
      let part = PlanPart(count: count, shards: shards, by: .block)
      #expect(throws: PlanError.self) { try part.checkBounds() }
    }
    try PlanPart(count: 3, shards: [1, 3], by: .block).checkBounds()
  }
}
