import ResultFixtures
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// Designs with optional abilities: middlewares and effects that suspend.
@MainActor
struct CatalogueTests {
  /// Records the arguments of a store.
  private final class Log {
    var counts: [Int] = []
    var completions: [Completion] = []
  }

  /// A floor that accepts some numbers of middlewares and only records them.
  private struct LoggingDesign: StoreDesign {
    let log: Log
    var numbers: ClosedRange<Int> = 0...0
    let description = DesignDescription(id: "logging", summary: "a store of the tests")

    func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? {
      builder.makeStore { [log] in
        log.completions.append($0.completion)
        return Floor($0)
      }
    }

    func makeStoreWithMiddlewares<S: StoreBuilder>(
      _ count: Int, with builder: S
    ) -> S.Built? where S.F: ObservingFeature {
      guard numbers.contains(count) else { return nil }
      return builder.makeStore { [log] in
        log.counts.append(count)
        return Floor($0)
      }
    }
  }

  /// The same design with effects that can suspend.
  private struct SuspendingLoggingDesign: StoreDesign {
    let log: Log
    let description = DesignDescription(id: "suspending", summary: "a store of the tests")

    func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? {
      LoggingDesign(log: log).makeStore(with: builder)
    }

    func makeSuspendingStore<S: StoreBuilder>(with builder: S) -> S.Built? {
      makeStore(with: builder)
    }
  }

  @Test func `a workload states the number of slots of each copy`() {
    var catalogue = Catalogue()
    catalogue.add(FloorDesign())
    catalogue.add(WorkloadDescription(id: "pairs", summary: "", slotsPerCopy: 2)) { context in
      FoldParts(context) { Copies(Workload.shop.make($0), count: context.scenario.features) }
    }
    for (workload, slots) in [("pairs", 8), ("app", 28), ("shop", 4), ("spin:500", 4)] {
      #expect(catalogue.slots(workload: workload, features: 4) == slots)
      let sweep = Sweep(
        designs: ["floor"], workloads: [workload], features: [4], views: [.ownSlice])
      #expect(sweep.product(in: catalogue).map(\.observers) == [slots], "\(workload)")
    }
  }

  @Test func `a design makes its store with middlewares`() async throws {
    let log = Log()
    var catalogue = Catalogue()
    catalogue.add(LoggingDesign(log: log, numbers: 3...4))
    for count in 0...5 {
      var scenario = Scenario.sample("counter", .single, 1, "logging")
      scenario.middlewares = count
      #expect((catalogue.notification(of: scenario) != nil) == [0, 3, 4].contains(count))
    }
    #expect(log.counts.isEmpty, "who only asks makes no store")
    var scenario = Scenario.sample("counter", .single, 1, "logging")
    scenario.middlewares = 3
    let parts = try catalogue.parts(of: .sample(scenario, seed: 1))
    #expect(log.counts == [3])
    parts.subject.refill(50)
    _ = await parts.subject.drive(false, .clocks)
    #expect(await parts.subject.digest() == parts.expectedDigests([50])[0])
    scenario.middlewares = 0
    _ = try catalogue.parts(of: .sample(scenario, seed: 1))
    #expect(log.counts == [3], "without middlewares the ordinary store is made")
    scenario.middlewares = 3
    scenario.features = 2
    #expect(catalogue.notification(of: scenario) == nil)
  }

  @Test func `suspending answers need a design that can wait`() throws {
    let log = Log()
    var catalogue = Catalogue()
    catalogue.add(LoggingDesign(log: log))
    catalogue.add(SuspendingLoggingDesign(log: log))
    for design in ["logging", "suspending"] {
      for completion in Completion.allCases {
        var scenario = Scenario.sample("echo", .single, 1, design)
        scenario.completion = completion
        let isThere = design == "suspending" || completion == .immediate
        #expect((catalogue.notification(of: scenario) != nil) == isThere)
        if isThere { _ = try catalogue.parts(of: .sample(scenario, seed: 1)) }
      }
    }
    #expect(log.completions == [.immediate, .immediate, .suspending])
  }

  @Test func `the catalogue has only the abilities of designs`() throws {
    var catalogue = Catalogue()
    catalogue.add(LoggingDesign(log: Log()))
    #expect(catalogue.shared["logging"]?.isolation == .mainActor)
    let scoped = Scenario.sample("counter", .scoped, 2, "logging")
    #expect(catalogue.notification(of: scoped) == nil)
    #expect(throws: PlanError.unsupported(scoped.id)) {
      _ = try catalogue.parts(of: .sample(scoped, seed: 1))
    }
    let lingering = Scenario.sample("linger", .single, 1, "logging")
    #expect(catalogue.notification(of: lingering) == nil)
    var served = Scenario.sample("search", .single, 1, "logging")
    served.completion = .service
    #expect(catalogue.notification(of: served) == nil)
  }

  @Test func `a scope has the depth of the scenario`() {
    var scenario = Scenario.sample("counter", .scoped, 2, "flow")
    scenario.depth = 7
    #expect(scenario.scopeDepth == 7)
    #expect(Dimensions(scenario).depth == 7)
    scenario.topology = .single
    #expect(Dimensions(scenario).depth == nil)
  }
}
