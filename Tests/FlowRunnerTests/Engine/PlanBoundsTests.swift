import FlowTestSupport
import Foundation
import ResultFixtures
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// Plans whose files were changed.
@MainActor
struct PlanBoundsTests {
  private static func options(_ values: [(String, String)]) -> OptionTexts {
    var options = OptionTexts()
    for (option, text) in values { options.set(option, text) }
    return options
  }

  private static let stores: [(String, String)] = [
    ("design", "flow"), ("topology", "single"),
    ("features", "3"),
  ]

  /// Reads a plan from a directory.
  private func read<P: SessionPlan>(_ json: String, as type: P.Type, of command: String) throws -> P
  {
    let path = temporaryPath()
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try WholeFile.write(json, to: "\(path)/plan.json")
    return try PlanFile<P>.read(path, of: command).plan
  }

  /// Replaces each number of a plan by numbers that options refuse.
  private func expectBounds<P: SessionPlan & Equatable>(
    _ plan: P, part: PlanPart? = nil, except: Set<String> = []
  ) throws {
    let json = try PlanFile(command: plan.command, plan: plan, part: part).json()
    #expect(try read(json, as: P.self, of: plan.command) == plan)
    let lines = json.split(separator: "\n", omittingEmptySubsequences: false)
    var tried = 0
    for (index, line) in lines.enumerated() {
      guard let found = try /^(\s*(?:"(\w+)" : )?)(-?[0-9.e+]+)(,?)$/.wholeMatch(in: line) else {
        continue
      }
      let name = found.2.map { String($0) } ?? ""
      guard name != "seed" else { continue }
      tried += 1
      for value in ["-1", "1000000000000000000"] {
        guard !(except.contains(name) && !value.hasPrefix("-")) else { continue }
        var changed = lines
        changed[index] = "\(found.1)\(value)\(found.4)"
        let text = changed.joined(separator: "\n")
        #expect(throws: PlanError.self, "\(name): \(value)") {
          _ = try read(text, as: P.self, of: plan.command)
        }
      }
    }
    #expect(tried >= 10)
  }

  @Test func `each number of a run obeys the bounds of the options`() throws {
    var values = Self.stores.dropLast() + [("features", "1,3")]
    values.append(("suite", "smoke"))
    values.append(("workload", "counter"))
    values.append(("filter", "uniform/flow"))
    values.append(("actions", "100"))
    let plan = try Plan(Self.options(Array(values)), catalogue: .standard())
    try expectBounds(plan, except: ["dropped"])
    let part = PlanPart(count: 7, shards: [2, 5], by: .round)
    try expectBounds(plan, part: part, except: ["dropped"])
  }

  @Test func `impossible shards are refused`() throws {
    for (count, shards) in [(3, [4]), (3, []), (3, [1, 1]), (0, [1]), (10_001, [1])] {
      let part = PlanPart(count: count, shards: shards, by: .block)
      #expect(throws: PlanError.self) { try part.checkBounds() }
    }
    try PlanPart(count: 3, shards: [1, 3], by: .block).checkBounds()
  }

  @Test(arguments: [
    [("rate", "100"), ("duration", "2s"), ("threshold", "response_p50<5ms")],
    [("stage", "2s@100..500"), ("rounds", "2"), ("drain", "1s")],
    [("clients", "3"), ("think", "uniform:1ms:2ms"), ("duration", "2s")],
    [("users", "100"), ("think", "log-normal:1s:0.5"), ("virtual", ""), ("duration", "1m")],
    [
      ("rate", "100"), ("duration", "2s"), ("latency", "constant:10ms"), ("capacity", "4"),
      ("max-queue", "3"), ("failures", "0.1"), ("timeout", "50ms"),
    ],
  ])
  func `each number of a load obeys the bounds of the options`(values: [(String, String)]) throws {
    var given = values
    given += Self.stores
    let isServed = values.contains { $0.0 == "latency" }
    given.append(("workload", isServed ? "echo" : "counter"))
    let plan = try LoadPlans(Self.options(given), catalogue: .standard())
    try expectBounds(plan, except: ["dropped"])
  }

  @Test func `each number of a search, of workers and of interleavings obeys them`() throws {
    let served = [
      ("workload", "echo"), ("latency", "constant:1ms"),
    ]
    let search = try LoadPlans(
      Self.options(
        Self.stores + served + [("bound", "p99=5ms")]),
      catalogue: .standard())
    try expectBounds(search, except: ["dropped"])
    try expectBounds(
      try ContendPlan(
        Self.options([
          ("workers", "1,2"), ("design", "mutex"),
          ("topology", "single"),
        ]), catalogue: .standard()), except: ["dropped"])
  }

  @Test func `each number of a replay obeys them`() throws {
    for (speed, count, lastNs) in [
      (0, 1, 5), (-1, 1, 5), (1e300, 1, 5), (1, 0, 5), (0.001, 1, UInt64.max / 2),
    ] as [(Double, Int, UInt64)] {
      let trace = TraceReplay(path: "t", speed: speed, sentCount: count, lastNs: lastNs)
      #expect(throws: PlanError.self, "\(speed)") { try LoadTraffic.trace(trace).checkBounds() }
    }
    try LoadTraffic.trace(TraceReplay(path: "t", sentCount: 1)).checkBounds()
  }

  @Test func `a plan with a repeated scenario is refused`() throws {
    let plan = try ShardFixture().plan
    let json = try PlanFile(command: "run", plan: plan, part: nil).json()
    let double = json.replacing("\"features\" : 3", with: "\"features\" : 1")
    #expect {
      _ = try read(double, as: Plan.self, of: "run")
    } throws: {
      "\($0)".contains("scenarios: must be at least one, and none of them twice")
    }
  }
}
