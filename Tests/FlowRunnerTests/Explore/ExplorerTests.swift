import FlowTestSupport
import FlowTesting
import Foundation
import PublishedDesigns
import ResultFixtures
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// Many orders of simultaneous events.
@MainActor
struct ExplorerTests {
  private static func plan(
    runs: Int = 1000, _ change: (inout OptionTexts) throws -> Void = { _ in }
  ) throws -> ExplorePlan {
    var options = OptionTexts()
    options.set("runs", to: runs)
    try change(&options)
    return try ExplorePlan(options, catalogue: .standard())
  }

  private static func request(_ plan: ExplorePlan, seed: UInt64 = 1) throws -> LoadRequest {
    LoadRequest(
      scenario: try #require(plan.load.scenarios.first), round: 0, seed: seed,
      traffic: plan.load.traffic, service: plan.load.service, drainNs: plan.load.drainNs,
      warmUpActions: 0, isVirtual: true, workDirectory: "")
  }

  /// Up to a thousand interleavings of a store of the tests.
  private static func explore(_ fault: FaultySearchDesign.Fault) throws -> ExploreOutcome {
    let plan = try plan()
    var request = try request(plan)
    request.scenario.design = "faulty"
    var catalogue = Catalogue()
    catalogue.add(FaultySearchDesign(fault: fault))
    return try ExploreTask.explore(ExploreRequest(load: request, runs: plan.runs), catalogue)
  }

  @Test(arguments: ["search", "echo"], [Topology.single, .perFeature])
  func `flow has no fault in two hundred interleavings`(workload: String, topology: Topology) throws
  {
    try Self.expectNoFault(workload, topology, runs: 200)
  }

  static func expectNoFault(_ workload: String, _ topology: Topology, runs: Int) throws {
    let plan = try plan {
      $0.set("workload", to: [workload])
      $0.set("topology", to: [topology])
    }
    var seen: [Int] = []
    let outcome = try ExploreTask.explore(
      ExploreRequest(load: try request(plan), runs: runs), .standard()
    ) { seen.append($0) }
    #expect(outcome.violation == nil)
    #expect(seen == seen.sorted() && seen.allSatisfy { $0 <= runs })
    #expect(outcome.runs == runs)
    // Twenty actions each, many of them simultaneous: few orders are equal.
    #expect(outcome.interleavings > runs * 95 / 100)
    #expect(outcome.actions > runs * 15)
    #expect(outcome.answered + outcome.cancelled == outcome.actions)
    #expect((outcome.cancelled > runs) == (workload == "search"))
  }

  // One request is served and one waits; twenty actions within 10 ms are far more.
  @Test func `actions that find a full queue are dropped, and no others are lost`()
    throws
  {
    let plan = try Self.plan(runs: 100) {
      $0.set("workload", to: ["echo"])
      $0.set("capacity", to: 1)
      $0.set("max-queue", to: 1)
    }
    let request = ExploreJob(plan: plan, scenario: try #require(plan.load.scenarios.first))
      .request(workDirectory: "", slot: 0)
    #expect(request.load.maxQueue == 1)
    let outcome = try ExploreTask.explore(request, .standard())
    #expect(outcome.violation == nil, "\(outcome.violation ?? "")")
    let dropped = try #require(outcome.dropped)
    #expect(dropped > 200 && outcome.actions > 200)
    #expect(outcome.answered + outcome.cancelled == outcome.actions)
    var unbounded = request
    unbounded.load.maxQueue = nil
    let all = try ExploreTask.explore(unbounded, .standard())
    #expect(all.dropped == nil && all.actions == outcome.actions + dropped)
  }

  @Test(arguments: FaultySearchDesign.Fault.allCases)
  func `faults are found within a thousand interleavings`(
    fault: FaultySearchDesign.Fault
  ) throws {
    let outcome = try Self.explore(fault)
    let expected: [FaultySearchDesign.Fault: [String]] = [
      .lateAnswer: ["was answered after action"],
      .lostAction: ["was skipped", "was never reduced"],
      .reordered: ["was skipped", "was reduced after action"],
      .answeredTwice: ["ended 2 times instead of 1"],
      .lostUpdate: ["the final state differs from that of the reductions"],
    ]
    guard let texts = expected[fault] else {
      #expect(outcome.violation == nil)
      #expect(outcome.runs == 1000)
      return
    }
    let violation = try #require(outcome.violation)
    #expect(texts.contains { violation.contains($0) }, "\(violation)")
    #expect(outcome.runs <= 1000)
    #expect(outcome.isRepeatable == true)
    #expect(outcome.failingSeed == UInt64(outcome.runs))
  }

  @Test func `the seed determines the order`() throws {
    let plan = try Self.plan()
    func explored(seed: UInt64) throws -> ExploredRun? {
      try Catalogue.standard().effects(of: try Self.request(plan, seed: seed))?.explore?()
    }
    let first = try explored(seed: 5)
    #expect(first != nil)
    #expect(first == (try explored(seed: 5)))
    let other = try explored(seed: 6)
    #expect(first?.fingerprint != other?.fingerprint)
  }

  @Test func `wrong options are refused in one line`() {
    func message(_ change: (inout OptionTexts) throws -> Void) -> String {
      do {
        _ = try Self.plan(runs: 1, change)
        return ""
      } catch { return "\(error)" }
    }
    #expect(
      message { $0.set("runs", "0") } == "--runs: must be 1 to 100000000, got 0")
    #expect(
      message { $0.set("design", "task") }
        == "--design: must leave one that supports virtual time: published shapes are bound to the "
        + "main actor, whose effects take real time, got 'task'")
  }

  @Test func `a fault is reported with the seed that shows it`() throws {
    var row = ExploreRow()
    row.dimensions = Dimensions(.sample("search", .single, 2, "flow"))
    var outcome = try Self.explore(.lateAnswer)
    row.fill(outcome)
    let report = ExploreReport(
      plan: try Self.plan(), rows: [row], end: SessionEnd(path: "there", command: "explore"))
    #expect(!report.isValid)
    #expect(report.table(isColoured: false).contains("a fault"))
    #expect(
      report.closing.hasSuffix(
        "to repeat it, run the same command with --runs 1 --seed \(row.failingSeed)\n"
          + "results in there\n"))
    outcome.isRepeatable = false
    row.fill(outcome)
    #expect(row.invalidReason.hasSuffix("; repeating the seed did not show it again"))
  }
}
