import Testing
import Workloads

@testable import FlowHarness

/// Registering what only some designs have: middlewares that let pass, answers that suspend.
@MainActor
struct CatalogueTests {
  /// Remembers what it was made with.
  private final class Log {
    var counts: [Int] = []
    var answers: [Answers] = []
  }

  @Test func `a design says itself how its store is made with some middlewares`() async throws {
    let log = Log()
    var catalogue = Catalogue()
    catalogue.register(MutexAdapter<CounterFeature>.self, design: .mutex, workload: .counter)
    var scenario = Scenario.sample("counter", .single, 1, "mutex")
    scenario.middlewares = 3
    #expect(catalogue.notification(of: scenario) == nil)
    catalogue.registerMiddlewares(design: .mutex, workload: .counter) {
      (feature: CounterFeature, count: Int) -> MutexAdapter<CounterFeature> in
      log.counts.append(count)
      return MutexAdapter(feature)
    }
    #expect(catalogue.notification(of: scenario) == NotificationStyle.none)
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

  @Test func `a design whose type has its middlewares has those numbers alone`() throws {
    let log = Log()
    var catalogue = Catalogue()
    for count in [1, 4] {
      catalogue.registerMiddlewares(design: .mutex, workload: .counter, count: count) {
        (feature: CounterFeature, asked: Int) -> MutexAdapter<CounterFeature> in
        log.counts += [count, asked]
        return MutexAdapter(feature)
      }
    }
    for count in 0...5 {
      var scenario = Scenario.sample("counter", .single, 1, "mutex")
      scenario.middlewares = count
      let isThere = count == 1 || count == 4
      #expect((catalogue.notification(of: scenario) != nil) == isThere, "\(count)")
      if isThere { _ = try catalogue.parts(of: .sample(scenario, seed: 1)) }
    }
    #expect(log.counts == [1, 1, 4, 4])
  }

  @Test func `a feature is told how it shall answer, and only by designs that can wait`() throws {
    let log = Log()
    let echo = Workload<EchoFeature>(id: "echo", summary: "") { services in
      EchoFeature(answers: services.answers)
    }
    var catalogue = Catalogue()
    catalogue.register(MutexAdapter<EchoFeature>.self, design: .mutex, workload: echo)
    catalogue.register(
      TaskAdapter<EchoFeature>.self, design: .task, workload: echo, answers: Answers.allCases)
    for design in ["mutex", "task"] {
      for answers in Answers.allCases {
        var scenario = Scenario.sample("echo", .single, 1, design)
        scenario.answers = answers
        let isThere = design == "task" || answers == .atOnce
        #expect((catalogue.notification(of: scenario) != nil) == isThere)
        let context = TrialContext.sample(scenario, seed: 1)
        _ = context.parts(feature: echo.make) { input in
          log.answers.append(input.feature.answers)
          return TrialSubject.driving(input, store: FloorAdapter(input.feature))
        }
      }
    }
    #expect(log.answers == [.atOnce, .suspending, .atOnce, .suspending])
  }

  @Test func `a scope is as deep as the scenario says`() {
    var scenario = Scenario.sample("counter", .scoped, 2, "flow")
    scenario.depth = 7
    #expect(TrialContext.sample(scenario, seed: 1).depth == 7)
    #expect(Dimensions(scenario).depth == 7)
    scenario.topology = .single
    #expect(Dimensions(scenario).depth == nil)
  }
}
