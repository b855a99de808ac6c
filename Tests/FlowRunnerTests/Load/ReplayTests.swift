import FlowCore
import FlowDesigns
import FlowTestSupport
import FlowTrace
import Foundation
import PublishedDesigns
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowRunner

/// A trace ends in the same state wherever it is replayed.
@MainActor
struct ReplayTests {
  @Test(arguments: ["app", "shop"], ConformanceTests.designs)
  func `the end is the recorded one in every design and topology`(
    workload: String, design: String
  ) async throws {
    let fixture = try TraceFixture(workload)
    let plan = try fixture.plan([design], Topology.allCases)
    #expect(plan.scenarios.count >= 2)
    let recorded = try TraceReader<CounterFeature.Action>(reading: fixture.url).header
    for (scenario, outcome) in try await fixture.run(plan) {
      #expect(outcome.isValid, "\(scenario.id): \(outcome.reason ?? "")")
      #expect(outcome.result.completed == recorded.actionCount, "\(scenario.id)")
      #expect(outcome.result.abandoned == 0)
    }
  }

  @Test(arguments: WorkloadIDs.small)
  func `every workload is replayed`(workload: String) async throws {
    let fixture = try TraceFixture(workload, features: WorkloadIDs.isCopied(workload) ? 3 : 1)
    let designs = workload == "linger" ? ["flow"] : ["floor", "flow"]
    let plan = try fixture.plan(designs, [.single, .perFeature])
    #expect(plan.scenarios.count >= designs.count, "\(plan.text)")
    for (scenario, outcome) in try await fixture.run(plan) {
      #expect(outcome.isValid, "\(scenario.id): \(outcome.reason ?? "")")
    }
  }

  @Test func `actions keep their recorded times, divided by the speed`() async throws {
    let fixture = try TraceFixture("shop", rate: 1_000, seconds: 4, .constant)
    for (speed, seconds) in [("1", 4), ("2", 2), ("0.5", 8)] {
      let plan = try fixture.plan(["floor"], [.single]) { $0.set("speed", speed) }
      let request = LoadFixture.request(plan.scenarios[0], plan.load.traffic, isVirtual: true)
      let (outcome, said) = try await LoadFixture.run(request)
      #expect(outcome.isValid)
      #expect(said.count == seconds)
      #expect(said.allSatisfy { $0.completed == 4_000 / seconds && $0.offered == $0.completed })
    }
    #expect(
      try fixture.plan(["floor"]) { $0.set("speed", "2") }.load.traffic.description
        == "trace:\(fixture.url.lastPathComponent):x2.0")
  }

  @Test func `each action follows the last without pauses on request`() async throws {
    let fixture = try TraceFixture("app", rate: 10, seconds: 600)
    let plan = try fixture.plan(["flow"], [.single], isVirtual: false) {
      $0.set("speed", "as-fast-as-possible")
    }
    #expect(plan.load.traffic.description.hasSuffix(":as-fast-as-possible"))
    let request = LoadFixture.request(plan.scenarios[0], plan.load.traffic)
    let (outcome, said) = try await LoadFixture.run(request)
    #expect(outcome.isValid && outcome.result.completed > 5_000)
    #expect(said.allSatisfy { $0.offered == nil && $0.inSystem == nil })
  }

  @Test func `an app's own trace is replayed, with answers from effects`() async throws {
    for suspends in [false, true] {
      // Of its own each time: its clock and its files remember.
      let feature = AppFeature(copies: 2)
      let fixture = try TraceFixture(Data())
      try FileManager.default.removeItem(at: fixture.url)
      let writer = try TraceWriter<AppFeature.Action>(creating: fixture.url, app: "app/2")
      var generator = ActionGenerator(feature: feature, distribution: .uniform, seed: 3)
      let end: UInt64
      if suspends {
        let store = Store(
          initialState: feature.initialState,
          reducer: AwaitingReducer(feature).tracing(to: writer))
        for _ in 0..<500 { await store.sendAndWait(generator.next()) }
        end = Self.digest(store.current, of: feature)
      } else {
        let store = Store(
          initialState: feature.initialState, reducer: FeatureReducer(feature).tracing(to: writer))
        for _ in 0..<500 { store.send(generator.next()) }
        end = Self.digest(store.current, of: feature)
      }
      let trace = try Trace<AppFeature.Action>(reading: fixture.url)
      #expect(trace.actionCount > 500)
      let plan = try fixture.plan(["flow", "inout", "effect"], nil) {
        $0.set("speed", "as-fast-as-possible")
      }
      for (scenario, outcome) in try await fixture.run(plan) {
        #expect(outcome.isValid && outcome.result.completed == 500, "\(scenario.id)")
      }
      let parts = try ConformanceTests.catalogue.parts(
        of: TrialContext(scenario: plan.scenarios[0], seed: 1, workDirectory: "/nowhere"))
      let request = LoadFixture.request(plan.scenarios[0], plan.load.traffic)
      #expect(parts.oracle.digest(request, 500, nil) == end)
    }
  }

  @Test func `the effects of a replay are checked with the actions of its trace`() async throws {
    let fixture = try TraceFixture("search", features: 1, rate: 100, seconds: 3, .constant)
    let plan = try fixture.plan(["flow"], [.single])
    let trace = try #require(try fixture.replay())
    for count in [20, 1_000] {
      var settings = VerifySettings()
      settings.actions = count
      let check = VerifyCase(
        kind: .effects, scenario: plan.scenarios[0], seed: 1, runSeed: 1, trace: trace)
      let outcome = try await EffectsCheck(
        check: check, catalogue: ConformanceTests.catalogue, settings: settings
      ).run()
      #expect(outcome.findings.isEmpty, "\(outcome.findings.map(\.text))")
      #expect(outcome.tried[.effects] == min(count, trace.sentCount))
    }
  }

  @Test func `the beginning of a trace has another rate`() async throws {
    let fixture = try TraceFixture("shop", rate: 1_000, seconds: 4, .constant)
    let trace = try #require(try fixture.replay())
    for (count, seconds) in [(100, 0.02), (1_000_000, 0.8)] {
      let part = trace.beginning(count, rate: 5_000)
      #expect(part.sentCount == min(count, 4_000))
      #expect(abs(Double(part.durationNs) / 1e9 - seconds) < 0.001)
    }
    var untimed = trace
    untimed.lastNs = nil
    #expect(untimed.beginning(10, rate: 1).speed == nil)
  }

  private static func digest(_ state: AppFeature.State, of feature: AppFeature) -> UInt64 {
    combineSlots(feature.slotCount) { feature.read(.digest, state, slot: $0) }
  }

  @Test func `a trace with another digest makes the replay invalid`() async throws {
    let fixture = try TraceFixture(
      lines: [
        #"{"format":"flow-trace","version":1,"app":"counter/1","actions":1,"digest":"123"}"#,
        #"{"action":{"increment":{"by":1}},"at":5}"#,
      ])
    let outcome = try await fixture.run(fixture.plan(["flow"], [.single]))[0].outcome
    #expect(!outcome.isValid)
    #expect(outcome.reason == "wrong digest: the trace says that its actions end in 123")
  }
}
