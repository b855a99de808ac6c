import Foundation
import PublishedDesigns
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

@MainActor
struct ProducerPlanTests {
  private func plan(
    _ senders: [Int] = [1, 2], _ change: (inout LoadOptions) -> Void = { _ in }
  ) throws(PlanError) -> ProducerPlan {
    var options = LoadOptions()
    options.senders = senders
    change(&options)
    return try ProducerPlan(options, catalogue: .standard())
  }

  private func message(
    _ senders: [Int] = [1, 2], _ change: (inout LoadOptions) -> Void = { _ in }
  ) -> String {
    do {
      _ = try plan(senders, change)
      return "no error"
    } catch { return error.description }
  }

  @Test func `the standard is four designs in three topologies for two seconds`() throws {
    let plan = try plan([4, 1, 2, 4])
    #expect(plan.senders == [1, 2, 4])
    #expect(plan.durationNs == 2_000_000_000 && plan.rounds == 1)
    #expect(Set(plan.scenarios.map(\.design)) == ["mutex", "actor", "flow", "inout"])
    #expect(Set(plan.scenarios.map(\.topology)) == [.single, .grouped, .perFeature])
    #expect(plan.scenarios.allSatisfy { $0.features == 10 && $0.affinity != .pinned })
    #expect(plan.text.hasPrefix("load: 1, 2, 4 producers, as fast as they can for 2s\n"))
  }

  @Test func `comes back from JSON as it was`() throws {
    let plan = try plan { $0.duration = "300ms" }
    #expect(try JSONDecoder().decode(ProducerPlan.self, from: Data(plan.json().utf8)) == plan)
  }

  @Test func `the same seed for every design, topology and number of producers`() throws {
    let plan = try plan()
    #expect(Set(plan.scenarios.map { plan.seed(for: $0, round: 0) }).count == 1)
    let one = plan.scenarios[0]
    #expect(plan.seed(for: one, round: 1) != plan.seed(for: one, round: 0))
  }

  @Test func `numbers of senders that cannot be are told in one line`() {
    #expect(message([0]) == "--senders: must be 1 to 64, got 0")
    #expect(message([1, 65]) == "--senders: must be 1 to 64, got 65")
  }

  @Test func `what has no meaning for them is told in one line`() {
    func rule(_ option: String, _ value: String) -> String {
      "\(option): must not be given with --senders, who send as fast as they can, got '\(value)'"
    }
    #expect(message { $0.rate = 10 } == rule("--rate", "10.0"))
    #expect(message { $0.arrivals = "poisson" } == rule("--arrivals", "poisson"))
    #expect(message { $0.shape = "steady" } == rule("--shape", "steady"))
    #expect(message { $0.stages = ["1s@5"] } == rule("--stage", "1s@5"))
    #expect(message { $0.producers = 3 } == rule("--producers", "3"))
    #expect(message { $0.people = 3 } == rule("--people", "3"))
    #expect(message { $0.away = "1s" } == rule("--away", "1s"))
    #expect(message { $0.think = "constant:1s" } == rule("--think", "constant:1s"))
    #expect(message { $0.isVirtual = true } == rule("--virtual", "yes"))
    #expect(message { $0.backlog = 3 } == rule("--backlog", "3"))
    #expect(message { $0.drain = "1s" } == rule("--drain", "1s"))
    #expect(message { $0.thresholds = ["a<1"] } == rule("--threshold", "a<1"))
    #expect(message { $0.findMax = "p99=1ms" } == rule("--find-max", "p99=1ms"))
    #expect(
      message { $0.selection.workloads = ["app"] }
        == "--workload: must not be given with --senders, whose stores hold what proves that "
        + "nothing is lost, got 'app'")
  }

  @Test(arguments: ["pinned", "both"])
  func `nobody is pinned`(affinity: String) {
    #expect(
      message { $0.selection.affinity = affinity }
        == "--affinity: must be free with --senders, who need cores of their own, got '\(affinity)'"
    )
  }

  @Test func `designs and topologies that several cannot send to are told in one line`() {
    #expect(
      message { $0.selection.designs = ["flow", "bare-task"] }
        == "--design: no design for several senders is called 'bare-task'; choose from floor, "
        + "returning, observable, middleware, inout, effect, command, publisher, task, protocol, "
        + "actor, mutex, flow, flow-tracked")
    #expect(
      message { $0.selection.topologies = ["scoped"] }
        == "--topology: no topology for several senders is called 'scoped'; choose from "
        + "single, per-feature, grouped")
    #expect(message { $0.selection.filter = "nothing" }.hasPrefix("--filter: "))
    #expect(message { $0.rounds = 0 } == "--rounds: must be 1 to 1000, got 0")
    #expect(
      message { $0.duration = "10" }
        == "--duration: must be a time such as 500ms, 10s or 2m, got '10'")
  }
}
