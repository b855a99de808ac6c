import Foundation
import PublishedDesigns
import ResultFixtures
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

@MainActor
struct ContendPlanTests {
  private func plan(
    _ workers: [Int] = [1, 2], _ change: (inout OptionTexts) throws -> Void = { _ in }
  ) throws -> ContendPlan {
    var options = OptionTexts()
    options.set("workers", to: workers)
    try change(&options)
    return try ContendPlan(options, catalogue: .standard())
  }

  private func message(
    _ workers: [Int] = [1, 2], _ change: (inout OptionTexts) throws -> Void = { _ in }
  ) -> String {
    do {
      _ = try plan(workers, change)
      return "no error"
    } catch { return "\(error)" }
  }

  @Test func `the standard is four designs in two topologies for two seconds`() throws {
    #expect(
      try ContendPlan(OptionTexts(), catalogue: .standard()) == self.plan([4, 1, 2, 4]))
    let plan = try plan([4, 1, 2, 4])
    #expect(plan.workers == [1, 2, 4])
    #expect(plan.durationNs == 2_000_000_000 && plan.rounds == 1)
    #expect(Set(plan.scenarios.map(\.design)) == ["mutex", "actor", "flow", "inout"])
    #expect(Set(plan.scenarios.map(\.topology)) == [.single, .perFeature])
    #expect(plan.scenarios.allSatisfy { $0.features == 10 && $0.affinity != .pinned })
    #expect(
      plan.text.hasPrefix(
        "8 scenarios, 24 loads\ncontend: 1, 2, 4 workers, as fast as they can for 2s\n"))
    let named = try self.plan([1]) { $0.set("design", "flow") }
    #expect(named.scenarios.map(\.topology) == [.single])
  }

  @Test func `the same seed for every design, topology and number of workers`() throws {
    let plan = try plan()
    #expect(Set(plan.scenarios.map { plan.seed(for: $0, round: 0) }).count == 1)
    let one = plan.scenarios[0]
    #expect(plan.seed(for: one, round: 1) != plan.seed(for: one, round: 0))
  }

  @Test func `invalid numbers of workers are reported in one line`() {
    #expect(
      message { $0.set("workers", "0") } == "--workers: must be 1 to 64, got 0")
    #expect(
      message { $0.set("workers", "1,65") } == "--workers: must be 1 to 64, got 65"
    )
  }

  @Test func `designs and topologies that do not accept several workers are reported in one line`()
  {
    #expect(
      message { $0.set("design", "flow,bare-task") }
        == "--design: no design for several workers is called 'bare-task'; choose from floor, "
        + "returning, observable, middleware, inout, effect, command, publisher, task, protocol, "
        + "actor, mutex, flow")
    #expect(
      message { $0.set("topology", "scoped") }
        == "--topology: no topology for several workers is called 'scoped'; choose from "
        + "single, per-feature")
    #expect(message { $0.set("filter", "nothing") }.hasPrefix("--filter: "))
    #expect(
      message { $0.set("rounds", "0") } == "--rounds: must be 1 to 1000, got 0")
    #expect(
      message { $0.set("duration", "10") }
        == "--duration: must be a time above 0, such as 500ms, 10s or 2m, got '10'")
  }
}
