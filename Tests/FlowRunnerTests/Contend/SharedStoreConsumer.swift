import PublishedDesigns
import ResultFixtures
import Synchronization
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowRunner

// What another package writes: nothing here is @testable.

/// A store of another package.
private final class TheirStore<F: Feature>: Sendable {
  private let kept: Mutex<F.State>
  private let feature: F

  init(_ feature: F) {
    self.feature = feature
    kept = Mutex(feature.initialState)
  }

  func send(_ action: F.Action) {
    kept.withLock { feature.reduce(into: &$0, action: action) }
  }

  func withState<T>(_ body: (F.State) -> T) -> T { kept.withLock { body($0) } }
}

private struct TheirAdapter<F: Feature>: SynchronousStore, Sendable {
  let feature: F
  let store: TheirStore<F>

  init(_ feature: F) {
    self.feature = feature
    store = TheirStore(feature)
  }

  func send(_ action: F.Action) {
    store.send(action)
    if let answer = feature.answer(to: action, after: store.withState { $0 }) { send(answer) }
  }

  func read(_ reading: Reading, slot: Int) -> UInt64 {
    store.withState { feature.read(reading, $0, slot: slot) }
  }
}

private struct TheirDesign: StoreDesign {
  let description = DesignDescription(id: "theirs", summary: "a store of theirs")

  func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    builder.makeSharedStore { TheirAdapter($0) }
  }
}

@MainActor
struct SharedStoreConsumerTests {
  @Test func `another package brings its own store`() throws {
    var catalogue = Catalogue.standard()
    catalogue.add(TheirDesign())
    var options = OptionTexts()
    options.set("workers", to: [1, 2])
    options.set("design", "theirs")
    let plan = try ContendPlan(options, catalogue: catalogue)
    #expect(plan.workers == [1, 2])
    #expect(plan.scenarios.map(\.design) == ["theirs"])
    #expect(Listing(catalogue: catalogue).text.contains("workers are threads"))
  }

  @Test func `a design that is added once is in every workload, topology and suite`() throws {
    var catalogue = Catalogue.standard()
    catalogue.add(TheirDesign())
    for workload in catalogue.workloads where workload.id != "linger" {
      for topology in WorkloadIDs.isCopied(workload.id)
        ? [Topology.single, .perFeature] : [.single]
      {
        #expect(
          catalogue.notification(workload: workload.id, design: "theirs", topology: topology)
            == NotificationStyle.none, "\(workload.id) \(topology.rawValue)")
      }
    }
    #expect(
      catalogue.notification(workload: "counter", design: "theirs", topology: .scoped) == nil)
    for suite in [Suite.smoke, .default, .full, .gate] {
      var options = OptionTexts()
      options.set("suite", to: suite)
      let plan = try Plan(options, catalogue: catalogue)
      #expect(plan.scenarios.contains { $0.design == "theirs" }, "\(suite)")
    }
  }
}
