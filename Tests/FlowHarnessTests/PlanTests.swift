import Testing
import Workloads

@testable import FlowHarness

/// Plans: what options and suites become, and what is refused.
@MainActor
struct PlanTests {
  private let catalogue = ConformanceTests.catalogue

  private func plan(_ change: (inout RunOptions) -> Void = { _ in }) throws -> Plan {
    var options = RunOptions()
    change(&options)
    return try Plan(options, catalogue: catalogue)
  }

  private func refusal(_ change: (inout RunOptions) -> Void) -> String? {
    do {
      _ = try plan(change)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: Suite.allCases)
  func `a suite has a scenario for each design, workload and topology`(suite: Suite) throws {
    let plan = try plan { $0.suite = suite.rawValue }
    #expect(Set(plan.scenarios.map(\.design)) == Set(catalogue.designs.map(\.id)))
    #expect(Set(plan.scenarios.map(\.topology)) == Set(Topology.allCases))
    if suite != .smoke {
      #expect(Set(plan.scenarios.map(\.workload)) == Set(catalogue.workloads.map(\.id)))
    }
  }

  @Test func `ids are unique and every scenario has a floor in the plan`() throws {
    let plan = try plan()
    #expect(Set(plan.scenarios.map(\.id)).count == plan.scenarios.count)
    let all = Set(plan.scenarios)
    let unmatched = plan.scenarios.filter { !all.contains($0.floor) }
    #expect(unmatched.isEmpty, "\(unmatched.map(\.id).prefix(5))")
  }

  @Test func `lists take the place of the suite's and multiply`() throws {
    let plan = try plan {
      $0.designs = ["flow", "floor"]
      $0.workloads = ["shop"]
      $0.topologies = ["single", "per-feature"]
      $0.features = [1, 10]
      $0.distributions = ["uniform"]
      $0.views = ["none"]
      $0.storages = ["memory"]
    }
    #expect(
      Set(plan.scenarios.map(\.id)) == [
        "shop/single/1/uniform/floor", "shop/single/1/uniform/flow",
        "shop/single/10/uniform/floor", "shop/single/10/uniform/flow",
        "shop/per-feature/1/uniform/floor", "shop/per-feature/1/uniform/flow",
        "shop/per-feature/10/uniform/floor", "shop/per-feature/10/uniform/flow",
      ])
  }

  @Test func `a filter keeps what it matches and nothing else`() throws {
    let plan = try plan { $0.filter = "shop.*flow" }
    #expect(!plan.scenarios.isEmpty)
    #expect(plan.scenarios.allSatisfy { $0.workload == "shop" && $0.design == "flow" })
  }

  @Test func `rounds are shuffled by the seed and hold every scenario once`() throws {
    let first = try plan { $0.seed = 1 }
    let again = try plan { $0.seed = 1 }
    let other = try plan { $0.seed = 2 }
    #expect(first.trials == again.trials)
    #expect(first.trials != other.trials)
    let round = first.trials.prefix(first.scenarios.count)
    #expect(Set(round.map(\.scenario)) == Set(first.scenarios))
    #expect(round.allSatisfy { $0.pass == .timing && $0.round == 0 })
  }

  @Test func `actions depend on what is sent and on nothing else`() throws {
    let plan = try plan()
    let flow = Scenario.sample("shop", .single, 10, "flow")
    let views = Scenario.sample("shop", .perFeature, 10, "inout").watched(by: .ownSlice, 3)
    #expect(plan.seed(for: flow) == plan.seed(for: views))
    #expect(plan.seed(for: flow) != plan.seed(for: .sample("shop", .single, 11, "flow")))
  }

  @Test func `views are left out for designs that tell nobody`() throws {
    let plan = try plan {
      $0.workloads = ["shop"]
      $0.views = ["own-slice"]
    }
    #expect(!plan.scenarios.contains { ["floor", "returning", "mutex"].contains($0.design) })
    #expect(plan.dropped > 0)
  }

  @Test func `a plan survives being written and read`() throws {
    let plan = try plan { $0.fault = "hang:shop.*flow" }
    #expect(try Plan(json: plan.json()) == plan)
  }

  @Test func `wrong requests name the option, the rule and what was given`() {
    #expect(
      refusal { $0.designs = ["flwo"] }?.hasPrefix(
        "--design: no design is called 'flwo'; did you mean 'flow'? choose from floor, ") == true)
    #expect(refusal { $0.workloads = ["x"] }?.hasPrefix("--workload: no workload is") == true)
    #expect(refusal { $0.topologies = ["star"] }?.hasPrefix("--topology: no topology") == true)
    #expect(refusal { $0.suite = "huge" }?.hasPrefix("--suite: no suite is called 'huge'") == true)
    #expect(refusal { $0.features = [0] } == "--features: must be 1 to 10000, got 0")
    #expect(refusal { $0.observers = [-1] } == "--observers: must be 0 to 100000, got -1")
    #expect(refusal { $0.actions = 0 } == "--actions: must be 1 to 100000000, got 0")
    #expect(refusal { $0.rounds = 0 } == "--rounds: must be 1 to 1000, got 0")
    #expect(refusal { $0.filter = "(" }?.hasPrefix("--filter: must be a regular") == true)
    #expect(refusal { $0.filter = "nothing" }?.hasPrefix("--filter: must leave at least") == true)
    #expect(refusal { $0.distributions = ["zip"] }?.hasPrefix("--distribution: no") == true)
    #expect(refusal { $0.passes = ["guess"] }?.hasPrefix("--passes: no pass is called") == true)
    #expect(refusal { $0.views = ["eyes"] }?.hasPrefix("--views: no shape of views") == true)
    #expect(
      refusal {
        $0.designs = ["actor"]
        $0.topologies = ["scoped"]
      } == "--design, --topology and --views: must leave at least one scenario, "
        + "got 'actor with scoped'; see flowbench run --dry-run")
  }

  @Test func `the nearest word is offered only when it is near`() {
    #expect(Spelling.nearest(to: "retruning", among: ["returning", "flow"]) == "returning")
    #expect(Spelling.nearest(to: "carts", among: ["counter", "shop"]) == nil)
    #expect(Spelling.edits("kitten", "sitting") == 3)
    #expect(Spelling.edits("", "abc") == 3)
    #expect(Spelling.edits("flwo", "flow") == 1)
  }

  @Test(.enabled(if: Affinity.isSupported))
  func `designs that hop run pinned and free, all others pinned, unless somebody says`() throws {
    func affinities(_ design: String, _ affinity: String? = nil) throws -> [Affinity?] {
      let plan = try plan {
        $0.affinity = affinity
        $0.designs = [design]
        $0.filter = "^counter/single/1/uniform/[a-z@]*$"
      }
      return plan.scenarios.map(\.affinity)
    }
    #expect(try affinities("flow") == [.pinned])
    #expect(try affinities("middleware") == [.pinned, .free])
    for design in ["flow", "middleware"] {
      #expect(try affinities(design, "pinned") == [.pinned])
      #expect(try affinities(design, "free") == [.free])
      #expect(try affinities(design, "both") == [.pinned, .free])
    }
  }

  @Test(.enabled(if: Affinity.isSupported))
  func `a free scenario says so in its id, and is compared with the pinned floor`() throws {
    let plan = try plan {
      $0.designs = ["floor", "protocol"]
      $0.filter = "^counter/single/1/uniform/[a-z@]*$"
    }
    let name = "counter/single/1/uniform"
    #expect(
      plan.scenarios.map(\.id) == ["\(name)/floor", "\(name)/protocol", "\(name)/protocol@free"])
    #expect(plan.scenarios.allSatisfy { $0.floor.id == "\(name)/floor" })
  }

  @Test func `an unknown affinity is refused with what there is`() {
    #expect(
      refusal { $0.affinity = "loose" }
        == "--affinity: no affinity is called 'loose'; choose from pinned, free, both")
  }
}
