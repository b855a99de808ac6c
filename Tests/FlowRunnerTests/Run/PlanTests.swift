import Foundation
import PlainText
import ResultFixtures
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// The plans of options and suites, and wrong options.
@MainActor
struct PlanTests {
  private let catalogue = ConformanceTests.catalogue

  func plan(_ change: (inout OptionTexts) throws -> Void = { _ in }) throws -> Plan {
    var options = OptionTexts()
    try change(&options)
    return try Plan(options, catalogue: catalogue)
  }

  private func refusal(_ change: (inout OptionTexts) throws -> Void) -> String? {
    do {
      _ = try plan(change)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: [
    ("--workload=carts", "--workload: no workload is called 'carts'"),
    ("--topology=star", "--topology: no topology is called 'star'"),
    ("--suite=huge", "--suite: no suite is called 'huge'"),
    ("--features=many", "--features: must be whole numbers separated by commas, got 'many'"),
    ("--features=1,,2", "--features: must be values with one comma between two, got '1,,2'"),
    ("--actions=1e6", "--actions: must be a whole number, got '1e6'"),
    ("--limit=soon", "--limit: must be a number of seconds, got 'soon'"),
    ("--format=xml", "--format: no format is called 'xml'"),
    ("--distribution=zipf:x", "--distribution: no distribution is written 'zipf:x'"),
    ("--depth=0", "--depth: must be 1 to 100, got 0"),
    ("--middlewares=few", "--middlewares: must be whole numbers separated by commas"),
    ("--completion=suspended", "--completion: no completion is called 'suspended'; did you"),
    ("--filter=[", "--filter: must be a regular expression, got '[': "),
  ])
  func `a wrong value is refused in one line`(argument: String, line: String) {
    let error = #expect(throws: PlanError.self) {
      _ = try Plan(RunOptions.parsed([argument]), catalogue: catalogue)
    }
    #expect(error?.description.hasPrefix(line) == true, "\(error?.description ?? "")")
    #expect(error?.description.contains("\n") == false)
  }

  @Test(arguments: Suite.allCases)
  func `a suite has a scenario for each design, workload and topology`(suite: Suite) throws {
    let plan = try plan { $0.set("suite", to: suite) }
    var designs = Set(catalogue.designs.map(\.id))
    // Its only workload is `linger`, whose samples take a second.
    if suite == .gate { designs.remove("bare-task") }
    if suite == .gate || suite == .default { designs.subtract(ConformanceTests.historical) }
    #expect(Set(plan.scenarios.map(\.design)) == designs)
    #expect(Set(plan.scenarios.map(\.topology)) == Set(Topology.allCases))
    let workloads = Set(plan.scenarios.map(\.workload))
    let ofClaims = Set(Suite.computing + Suite.largeStates)
    let rows = WorkloadIDs.all.filter { $0.hasPrefix("rows-") }
    switch suite {
    case .default, .full:
      #expect(workloads == Set(catalogue.workloads.map(\.id)).subtracting(Suite.computing + rows))
    case .claims: #expect(workloads.isSuperset(of: ofClaims))
    case .smoke, .gate: break
    }
  }

  @Test func `the gate counts three times, on one core`() throws {
    let plan = try plan { $0.set("suite", "gate") }
    #expect(plan.scenarios.allSatisfy { $0.affinity != .free })
    let counting = plan.trials.filter { $0.pass == .counting }
    #expect(counting.count == 3 * plan.scenarios.count)
    #expect((40...80).contains(plan.scenarios.count), "two seconds each must be three minutes")
  }

  @Test func `ids are unique and every scenario has a floor in the plan`() throws {
    let plan = try plan()
    #expect(Set(plan.scenarios.map(\.id)).count == plan.scenarios.count)
    let all = Set(plan.scenarios)
    let unmatched = plan.scenarios.filter { !all.contains($0.floor) }
    #expect(unmatched.isEmpty, "\(unmatched.map(\.id).prefix(5))")
  }

  @Test func `lists replace those of the suite and multiply`() throws {
    let plan = try plan {
      $0.set("design", "flow,floor")
      $0.set("workload", "shop")
      $0.set("topology", "single,per-feature")
      $0.set("features", "1,10")
      $0.set("distribution", "uniform")
      $0.set("views", "none")
      $0.set("storage", "memory")
    }
    #expect(
      Set(plan.scenarios.map(\.id)) == [
        "shop/single/1/uniform/floor", "shop/single/1/uniform/flow",
        "shop/single/10/uniform/floor", "shop/single/10/uniform/flow",
        "shop/per-feature/1/uniform/floor", "shop/per-feature/1/uniform/flow",
        "shop/per-feature/10/uniform/floor", "shop/per-feature/10/uniform/flow",
      ])
  }

  @Test(
    arguments: [
      (
        "--workload=counter --features=1,10 --design=flow,inout",
        [
          "single/1/uniform/inout", "single/1/uniform/flow", "single/10/uniform/inout",
          "single/10/uniform/flow",
        ]
      ),
      ("--design=flow,inout", ["single/1/uniform/inout", "single/1/uniform/flow"]),
      ("--design=flow --features=3", ["single/3/uniform/flow"]),
      (
        "--design=flow --topology=single,scoped --depth=1,4",
        ["single/1/uniform/flow", "scoped/1/uniform/flow", "scoped:4/1/uniform/flow"]
      ),
      (
        "--design=flow --middlewares=0,4",
        ["single/1/uniform/flow", "single/1/uniform/middlewares:4/flow"]
      ),
      ("--design=flow --observers=3", ["single/1/uniform/own-slice:3/flow"]),
      ("--design=flow --views=list", ["single/1/uniform/list:2/flow"]),
    ] as [(String, [String])])
  func `lists alone are the plan, and other dimensions have their plain values`(
    options: String, ids: [String]
  ) throws {
    let plan = try Plan(
      RunOptions.parsed(options.split(separator: " ").map(String.init)), catalogue: catalogue)
    #expect(Set(plan.scenarios.map(\.id)) == Set(ids.map { "counter/\($0)" }), "\(plan.text)")
    #expect(plan.scenarios.allSatisfy { $0.affinity == Affinity.standard[0] })
    #expect(plan.text.hasPrefix("\(CountText.text(ids.count, "scenario")), "))
  }

  @Test func `a list without designs is planned for every design of the default suite`() throws {
    let suite = try plan()
    let named = try plan { $0.set("workload", "counter") }
    #expect(named.scenarios.allSatisfy { $0.id == "counter/single/1/uniform/\($0.design)" })
    let designs = Set(named.scenarios.map(\.design))
    let plain = suite.scenarios.filter { $0.id == "counter/single/1/uniform/\($0.design)" }
    #expect(designs.count > 10 && designs.isSuperset(of: plain.map(\.design)), "\(designs)")
    #expect(designs.isSubset(of: suite.scenarios.map(\.design)), "\(designs)")
  }

  @Test func `a named suite keeps the dimensions without a list`() throws {
    let plan = try plan {
      $0.set("suite", "smoke")
      $0.set("design", "flow")
      $0.set("workload", "counter")
    }
    let ids = Set(plan.scenarios.map(\.id))
    #expect(
      ids.isSuperset(of: [
        "counter/single/1/uniform/flow", "counter/per-feature/4/uniform/flow",
        "counter/single/1/uniform/own-slice:1/flow",
        "counter/single/1/uniform/middlewares:1/flow",
      ]), "\(ids)")
  }

  @Test func `a filter keeps the matching scenarios`() throws {
    let plan = try plan { $0.set("filter", "shop.*flow") }
    #expect(!plan.scenarios.isEmpty)
    #expect(plan.scenarios.allSatisfy { $0.workload == "shop" && $0.design.hasPrefix("flow") })
  }

  @Test func `rounds are shuffled by the seed and contain every scenario once`() throws {
    let first = try plan { $0.set("seed", "1") }
    let again = try plan { $0.set("seed", "1") }
    let other = try plan { $0.set("seed", "2") }
    #expect(first.trials == again.trials)
    #expect(first.trials != other.trials)
    let timing = first.trials.filter { $0.pass == .timing }
    let round = timing.prefix(first.scenarios.count)
    #expect(Set(round.map(\.scenario)) == Set(first.scenarios))
    #expect(round.allSatisfy { $0.round == 0 })
    #expect(first.trials.count == Set(first.trials).count)
  }

  @Test func `passes are spread evenly over a run`() throws {
    let plan = try plan { $0.set("rounds", to: 3) }
    let half = plan.trials.prefix(plan.trials.count / 2)
    let counting = half.count { $0.pass == .counting }
    #expect(abs(2 * counting - plan.scenarios.count) <= 2)
    #expect(half.count { $0.round == 2 && $0.pass == .timing } == 0)
  }

  @Test func `actions depend on the stream and the seed only`() throws {
    let plan = try plan()
    let flow = Scenario.sample("shop", .single, 10, "flow")
    let views = Scenario.sample("shop", .perFeature, 10, "inout").watched(by: .ownSlice, 3)
    #expect(plan.seed(for: flow) == plan.seed(for: views))
    #expect(plan.seed(for: flow) != plan.seed(for: .sample("shop", .single, 11, "flow")))
  }

  @Test func `views are omitted for designs without notifications`() throws {
    let plan = try plan {
      $0.set("workload", "shop")
      $0.set("views", "own-slice")
    }
    #expect(!plan.scenarios.contains { ["floor", "returning", "mutex"].contains($0.design) })
    #expect(plan.dropped > 0)
  }

  @Test func `a wrong request names the option, the rule and the value`() {
    #expect(
      refusal { $0.set("design", "flwo") }?.hasPrefix(
        "--design: no design is called 'flwo'; did you mean 'flow'? choose from floor, ") == true)
    #expect(
      refusal { $0.set("workload", "x") }?.hasPrefix(
        "--workload: no workload is") == true)
    #expect(
      refusal { $0.set("topology", "star") }?.hasPrefix("--topology: no topology")
        == true)
    #expect(
      refusal { $0.set("suite", "huge") }?.hasPrefix(
        "--suite: no suite is called 'huge'") == true)
    #expect(
      refusal { $0.set("features", "0") } == "--features: must be 1 to 10000, got 0")
    #expect(
      refusal { $0.set("observers", "-1") }
        == "--observers: must be 0 to 100000, got -1")
    #expect(refusal { $0.set("depth", "0") } == "--depth: must be 1 to 100, got 0")
    #expect(
      refusal { $0.set("middlewares", "101") }
        == "--middlewares: must be 0 to 100, got 101")
    #expect(
      refusal { $0.set("completion", "later") }
        == "--completion: no completion is called 'later'; choose from immediate, suspending")
    #expect(
      refusal { $0.set("actions", "0") }
        == "--actions: must be 1 to 100000000, got 0")
    #expect(
      refusal { $0.set("rounds", "0") } == "--rounds: must be 1 to 1000, got 0")
    #expect(
      refusal { $0.set("filter", "(") }?.hasPrefix("--filter: must be a regular")
        == true)
    #expect(
      refusal { $0.set("filter", "nothing") }?.hasPrefix(
        "--filter: must leave at least") == true)
    #expect(
      refusal { $0.set("distribution", "zip") }?.hasPrefix("--distribution: no")
        == true)
    #expect(
      refusal { $0.set("passes", "guess") }?.hasPrefix(
        "--passes: no pass is called") == true)
    #expect(
      refusal { $0.set("views", "eyes") }?.hasPrefix("--views: no shape of views")
        == true)
    #expect(
      refusal {
        $0.set("design", "actor")
        $0.set("topology", "scoped")
      }?.hasPrefix("no scenario is left: actor cannot run ") == true)
  }

  @Test func `a correction is suggested only for a similar word`() {
    #expect(Spelling.nearest(to: "retruning", among: ["returning", "flow"]) == "returning")
    #expect(Spelling.nearest(to: "FLOW", among: ["returning", "flow"]) == "flow")
    #expect(Spelling.nearest(to: "carts", among: ["counter", "shop"]) == nil)
    #expect(Spelling.edits("kitten", "sitting") == 3)
    #expect(Spelling.edits("", "abc") == 3)
    #expect(Spelling.edits("flwo", "flow") == 1)
  }

  @Test func `an unknown affinity is refused with the known ones`() {
    #expect(
      refusal { $0.set("affinity", "loose") }
        == "--affinity: no affinity is called 'loose'; choose from pinned, free, both")
  }

  @Test func `an id contains unusual depths, middlewares and completions`() {
    var scenario = Scenario.sample("counter", .scoped, 1, "flow")
    #expect(scenario.id == "counter/scoped/1/uniform/flow")
    #expect(scenario.scopeDepth == 1)
    scenario.depth = 4
    #expect(scenario.id == "counter/scoped:4/1/uniform/flow")
    #expect(scenario.family(along: \.features) == "counter/scoped:4/uniform")
    #expect(scenario.floor.id == "counter/single/1/uniform/floor")
    var watched = Scenario.sample("echo", .single, 1, "task").watched(by: .ownSlice, 2)
    watched.storage = .disk
    watched.middlewares = 3
    watched.completion = .suspending
    #expect(
      watched.id == "echo/single/1/uniform/own-slice:2/disk/middlewares:3/suspending/task")
    watched.storage = .memory
    #expect(watched.floor.id == "echo/single/1/uniform/floor")
    #expect(watched.stream == "echo/1/uniform")
    #expect(watched.scopeDepth == nil)
  }

  @Test func `depths multiply scoped scenarios except trees`() throws {
    let plan = try plan {
      $0.set("design", "flow")
      $0.set("workload", "counter")
      $0.set("topology", "single,scoped")
      $0.set("features", "3")
      $0.set("distribution", "uniform")
      $0.set("depth", "1,4")
      $0.set("views", "none,tree")
      $0.set("observers", "3")
      $0.set("storage", "memory")
      $0.set("middlewares", "0")
      $0.set("completion", "immediate")
    }
    #expect(
      Set(plan.scenarios.map(\.id)) == [
        "counter/single/3/uniform/flow", "counter/single/3/uniform/tree:3/flow",
        "counter/scoped/3/uniform/flow", "counter/scoped:4/3/uniform/flow",
        "counter/scoped/3/uniform/tree:3/flow",
      ])
    let tree = plan.scenarios.first { $0.topology == .scoped && $0.views == .tree }
    #expect(tree?.scopeDepth == 2)
  }

  @Test func `designs without middlewares or suspending effects are omitted`() throws {
    let plan = try plan {
      $0.set("affinity", to: Affinity.isSupported ? [Affinity.pinned] : nil)
      $0.set("filter", "^(counter/single/1/uniform/middlewares|echo.*suspending)")
    }
    #expect(
      Set(plan.scenarios.map(\.id)) == [
        "counter/single/1/uniform/middlewares:1/middleware",
        "counter/single/1/uniform/middlewares:1/protocol",
        "counter/single/1/uniform/middlewares:1/flow",
        "counter/single/1/uniform/middlewares:1/task-by-hand",
        "counter/single/1/uniform/middlewares:4/middleware",
        "counter/single/1/uniform/middlewares:4/protocol",
        "counter/single/1/uniform/middlewares:4/flow",
        "counter/single/1/uniform/middlewares:4/task-by-hand",
        "echo/single/1/uniform/suspending/middleware", "echo/single/1/uniform/suspending/task",
        "echo/single/1/uniform/suspending/protocol", "echo/single/1/uniform/suspending/flow",
        "echo/single/1/uniform/suspending/task-by-hand",
      ])
    #expect(
      refusal {
        $0.set("design", "mutex")
        $0.set("completion", "suspending")
      }?.contains(" with effects that suspend; ") == true)
  }

  @Test func `other slices require the distribution first`() throws {
    let plan = try plan {
      $0.set("design", "flow")
      $0.set("workload", "shop")
      $0.set("topology", "single")
      $0.set("features", "1,10")
      $0.set("views", "other-slices")
      $0.set("storage", "memory")
    }
    #expect(plan.scenarios.map(\.id) == ["shop/single/10/first/other-slices:9/flow"])
    #expect(plan.dropped > 0)
    #expect(
      refusal {
        $0.set("views", "other-slices")
        $0.set("distribution", "uniform,zipf")
      } == "--distribution: must be first for views of other-slices, got uniform,zipf:1.0")
    #expect(
      refusal {
        $0.set("views", "none,other-slices")
        $0.set("workload", "shop")
        $0.set("features", "1")
      } == "--features: must be 2 or more for views of other-slices, got 1")
    // The plain number of copies.
    #expect(
      refusal { $0.set("views", "other-slices") }
        == "--features: must be 2 or more for views of other-slices, got 1")
  }
}
