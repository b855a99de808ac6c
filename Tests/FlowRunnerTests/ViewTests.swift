import ResultFixtures
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowRunner

/// Notifications of views and the share of needless ones: known answers on small apps.
@MainActor
struct ViewTests {
  private struct Notifications {
    var invalidations: Double
    var wasted: Double
  }

  /// Sends 200 actions of the counter, whose every action changes its own slice and no other.
  private func notified(
    _ design: String, _ topology: Topology, _ views: ViewShape, observers: Int, features: Int = 5,
    workload: String = "counter"
  ) async throws -> Notifications {
    var scenario = Scenario.sample(workload, topology, features, design)
      .watched(by: views, observers)
    if views == .otherSlices { scenario.distribution = .first }
    let parts = try ConformanceTests.catalogue.parts(of: .sample(scenario, seed: 3))
    parts.subject.refill(200)
    _ = await parts.subject.drive(false, .clocks)
    #expect(await parts.subject.digest() == parts.expectedDigests([200])[0], "\(scenario.id)")
    let hub = try #require(parts.subject.views)
    return Notifications(
      invalidations: Double(hub.invalidations) / 200, wasted: Double(hub.wasted) / 200)
  }

  @Test(arguments: ["observable", "inout", "effect", "task", "command", "publisher", "protocol"])
  func `one store notifies every view of every action`(design: String) async throws {
    let notified = try await notified(design, .single, .ownSlice, observers: 5)
    #expect(notified.invalidations == 5)
    #expect(notified.wasted == 4)
  }

  @Test(arguments: ["observable", "inout", "effect", "task", "command", "publisher", "protocol"])
  func `one store per module notifies only the affected view`(
    design: String
  ) async throws {
    let notified = try await notified(design, .perFeature, .ownSlice, observers: 5)
    #expect(notified.invalidations == 1)
    #expect(notified.wasted == 0)
  }

  @Test(arguments: Topology.allCases)
  func `flow notifies only the affected view in every topology`(
    topology: Topology
  ) async throws {
    let notified = try await notified("flow", topology, .ownSlice, observers: 5)
    #expect(notified.invalidations == 1)
    #expect(notified.wasted == 0)
  }

  @Test func `children of one inout store are notified of every action`() async throws {
    let notified = try await notified("inout", .scoped, .ownSlice, observers: 5)
    #expect(notified.invalidations == 5)
    #expect(notified.wasted == 4)
  }

  @Test func `views of one slice are all notified when it changes, and only then by flow`()
    async throws
  {
    let inout_ = try await notified("inout", .single, .sameSlice, observers: 7)
    #expect(inout_.invalidations == 7)
    let flow = try await notified("flow", .single, .sameSlice, observers: 7)
    // A fifth of the actions is aimed at the first of five features.
    #expect(flow.invalidations > 0.7 && flow.invalidations < 2.1)
    #expect(flow.wasted == 0)
  }

  @Test(arguments: Topology.allCases)
  func `flow notifies no observer of changes in another slice`(topology: Topology)
    async throws
  {
    for workload in ["counter", "favorites"] {
      let notified = try await notified(
        "flow", topology, .otherSlices, observers: 9, workload: workload)
      #expect(notified.invalidations == 0 && notified.wasted == 0)
    }
  }

  @Test(arguments: ["observable", "inout", "effect", "task", "command", "publisher", "protocol"])
  func `one store notifies the views of all slices, and one store per module only its own`(
    design: String
  ) async throws {
    let one = try await notified(design, .single, .otherSlices, observers: 9)
    #expect(one.invalidations == 9 && one.wasted == 9)
    let many = try await notified(design, .perFeature, .otherSlices, observers: 9)
    #expect(many.invalidations == 0 && many.wasted == 0)
  }

  @Test func `a view of many slices is notified once for each action`() async throws {
    for topology in [Topology.single, .perFeature] {
      let notified = try await notified("flow", topology, .manySlices, observers: 1)
      #expect(notified.invalidations == 1)
      #expect(notified.wasted == 0)
    }
  }

  @Test func `flow does not notify a list view of changes in rows`() async throws {
    let list = try await notified("flow", .single, .list, observers: 6)
    #expect(list.invalidations == 1)
    let byID = try await notified("flow", .single, .listByID, observers: 6)
    #expect(byID.invalidations == 1)
    let coarse = try await notified("inout", .single, .list, observers: 6)
    #expect(coarse.invalidations == 6)
    #expect(coarse.wasted == 5)
  }

  @Test(
    arguments: ["flow-tracked", "observable-by-hand", "closures-by-hand"], ["counter", "favorites"])
  func `a reader of one module is notified of each change, and one of its list of none`(
    design: String, workload: String
  ) async throws {
    for (views, expected) in [(ViewShape.ownSlice, 1.0), (.derived, 1), (.list, 0)] {
      let notified = try await notified(
        design, .single, views, observers: 1, features: 1, workload: workload)
      #expect(notified.invalidations == expected, "\(views)")
      if views != .derived { #expect(notified.wasted == 0) }
    }
  }

  @Test func `a memoised derived value equals the derived value`() async throws {
    let derived = try await notified("inout", .single, .derived, observers: 5, workload: "shop")
    let memoised = try await notified(
      "inout", .single, .derivedMemo, observers: 5, workload: "shop")
    #expect(derived.invalidations == memoised.invalidations)
    #expect(derived.wasted == memoised.wasted)
  }

  @Test func `scopes four deep lead to the same state and the same views`() async throws {
    for design in ["inout", "effect", "flow", "protocol"] {
      let scenario = Scenario.sample("shop", .scoped, 4, design).watched(by: .tree, 15)
      #expect(scenario.scopeDepth == 4)
      _ = try await notified(design, .scoped, .tree, observers: 15, features: 4, workload: "shop")
    }
  }
}
