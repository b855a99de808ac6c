import FlowCore
import PublishedStores
import ResultFixtures
import Testing
import Workloads

@testable import Designs
@testable import FlowDesigns
@testable import FlowHarness
@testable import FlowRunner

/// Effects in flight: that all of them are notified at once, and that no sample ends before they
/// have.
@MainActor
struct LingerTests {
  nonisolated static let designs = ["floor", "middleware", "flow", "bare-task"]
  private static let catalogue = ConformanceTests.catalogue
  private static let count = 10_000

  private func begin<S: SynchronousStore>(_ store: inout S) where S.F == LingerFeature {
    for _ in 0..<Self.count {
      store.send(.begin)
      #expect(!store.isBusy)
    }
  }

  /// Right after the send that cancels them, without a clock: no other code has run on the actor since.
  private func expectAllNotified<S: SynchronousStore>(
    _ work: LingeringWork, _ made: S
  ) async where S.F == LingerFeature {
    var store = made
    begin(&store)
    #expect(work.begun == Self.count && work.notified == 0)
    store.send(.endAll)
    #expect(work.notified == Self.count && work.ended == 0)
    #expect(store.isBusy)
    await store.settle()
    #expect(work.ended == Self.count)
    #expect(!store.isBusy)
    store.send(.begin)
    #expect(work.begun == Self.count + 1 && !store.isBusy)
    store.send(.endAll)
    await store.settle()
    #expect(work.ended == Self.count + 1)
  }

  @Test func `every effect of flow is notified before the send that cancels them returns`() async {
    let feature = LingerFeature()
    let adapter = FlowLingerAdapter(feature)
    await expectAllNotified(feature.work, adapter)
    #expect(adapter.store.effectsInFlight == 0)
  }

  @Test func `every bare task is notified of its cancellation`() async {
    let feature = LingerFeature()
    await expectAllNotified(feature.work, BareTaskAdapter(feature))
  }

  @Test func `middlewares have all been notified and have ended when the store has settled`() async
  {
    let feature = LingerFeature()
    var adapter = MiddlewareLingerAdapter(feature)
    begin(&adapter)
    adapter.send(.endAll)
    #expect(adapter.isBusy)
    await adapter.settle()
    #expect(feature.work.begun == Self.count)
    #expect(feature.work.notified == Self.count && feature.work.ended == Self.count)
    #expect(adapter.store.state == .init(begun: Self.count, ended: 1))
  }

  @Test func `releasing a store cancels its effects in flight`() {
    let (flow, bare) = (LingerFeature(), LingerFeature())
    do {
      var store = FlowLingerAdapter(flow)
      begin(&store)
      var tasks = BareTaskAdapter(bare)
      begin(&tasks)
    }
    #expect(flow.work.notified == Self.count)
    #expect(bare.work.notified == Self.count)
  }

  @Test(arguments: designs, [Distribution.uniform, .session(users: 4)])
  func `every design ends where a plain fold ends`(
    design: String, distribution: Distribution
  ) async throws {
    var scenario = Scenario.sample("linger", .single, 1, design)
    scenario.distribution = distribution
    let parts = try Self.catalogue.parts(of: .sample(scenario, seed: 1))
    #expect(parts.subject.period == Self.count + 1)
    // In the middle of the first round, in that of the second, at its end.
    for size in [4000, 10_000, 6002] {
      parts.subject.refill(size)
      _ = await parts.subject.drive(false, .clocks)
    }
    #expect(await parts.subject.digest() == parts.expectedDigests([20_002])[0])
  }

  @Test func `only designs that can cancel have linger, in one store of one module`() {
    for topology in Topology.allCases {
      for features in [1, 2] {
        let having = Self.catalogue.designs.map(\.id).filter { design in
          let scenario = Scenario.sample("linger", topology, features, design)
          return Self.catalogue.notification(of: scenario) != nil
        }
        #expect(having == (topology == .single && features == 1 ? Self.designs : []))
      }
    }
  }
}
