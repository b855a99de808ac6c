import Testing
import Workloads

@testable import FlowHarness
@testable import FlowRunner

/// What views are told, and in vain: known answers on small apps.
@MainActor
struct ViewTests {
  private struct Told {
    var invalidations: Double
    var wasted: Double
  }

  /// Sends 200 actions of the counter, whose every action changes its own slice and no other.
  private func told(
    _ design: String, _ topology: Topology, _ views: ViewShape, observers: Int, features: Int = 5,
    workload: String = "counter"
  ) async throws -> Told {
    var scenario = Scenario.sample(workload, topology, features, design)
      .watched(by: views, observers)
    if views == .otherSlices { scenario.distribution = .first }
    let parts = try ConformanceTests.catalogue.parts(of: .sample(scenario, seed: 3))
    parts.subject.refill(200)
    _ = await parts.subject.drive(false, .clocks)
    #expect(await parts.subject.digest() == parts.expectedDigests([200])[0], "\(scenario.id)")
    let hub = try #require(parts.subject.views)
    return Told(
      invalidations: Double(hub.invalidations) / 200, wasted: Double(hub.wasted) / 200)
  }

  @Test(arguments: ["observable", "inout", "effect", "task", "command", "publisher", "protocol"])
  func `one store tells every view of every action`(design: String) async throws {
    let told = try await told(design, .single, .ownSlice, observers: 5)
    #expect(told.invalidations == 5)
    #expect(told.wasted == 4)
  }

  @Test(arguments: ["observable", "inout", "effect", "task", "command", "publisher", "protocol"])
  func `a store for each feature tells the one view that is concerned`(
    design: String
  ) async throws {
    let told = try await told(design, .perFeature, .ownSlice, observers: 5)
    #expect(told.invalidations == 1)
    #expect(told.wasted == 0)
  }

  @Test(arguments: Topology.allCases)
  func `flow tells the one view that is concerned in every topology`(
    topology: Topology
  ) async throws {
    let told = try await told("flow", topology, .ownSlice, observers: 5)
    #expect(told.invalidations == 1)
    #expect(told.wasted == 0)
  }

  @Test func `children of one inout store are told of every action`() async throws {
    let told = try await told("inout", .scoped, .ownSlice, observers: 5)
    #expect(told.invalidations == 5)
    #expect(told.wasted == 4)
  }

  @Test func `groups tell the views of their own features`() async throws {
    // Four features in two groups of two: each action reaches two views, one in vain.
    let told = try await told("inout", .grouped, .ownSlice, observers: 4, features: 4)
    #expect(told.invalidations == 2)
    #expect(told.wasted == 1)
  }

  @Test func `views of one slice are all told when it changes, and only then by flow`()
    async throws
  {
    let inout_ = try await told("inout", .single, .sameSlice, observers: 7)
    #expect(inout_.invalidations == 7)
    let flow = try await told("flow", .single, .sameSlice, observers: 7)
    // A fifth of the actions is aimed at the first of five features.
    #expect(flow.invalidations > 0.7 && flow.invalidations < 2.1)
    #expect(flow.wasted == 0)
  }

  @Test(arguments: Topology.allCases)
  func `nobody is told by flow of what happens in another slice`(topology: Topology) async throws {
    for workload in ["counter", "favorites"] {
      let told = try await told(
        "flow", topology, .otherSlices, observers: 9, workload: workload)
      #expect(told.invalidations == 0 && told.wasted == 0)
    }
  }

  @Test(arguments: ["observable", "inout", "effect", "task", "command", "publisher", "protocol"])
  func `one store tells all views of another slice, in vain; stores of their own tell none`(
    design: String
  ) async throws {
    let one = try await told(design, .single, .otherSlices, observers: 9)
    #expect(one.invalidations == 9 && one.wasted == 9)
    let many = try await told(design, .perFeature, .otherSlices, observers: 9)
    #expect(many.invalidations == 0 && many.wasted == 0)
  }

  @Test func `a view of many slices is told once for each action`() async throws {
    for topology in [Topology.single, .perFeature] {
      let told = try await told("flow", topology, .manySlices, observers: 1)
      #expect(told.invalidations == 1)
      #expect(told.wasted == 0)
    }
  }

  @Test func `a list view reads no row, so flow never tells it`() async throws {
    let list = try await told("flow", .single, .list, observers: 6)
    #expect(list.invalidations == 1)
    let byID = try await told("flow", .single, .listByID, observers: 6)
    #expect(byID.invalidations == 1)
    let coarse = try await told("inout", .single, .list, observers: 6)
    #expect(coarse.invalidations == 6)
    #expect(coarse.wasted == 5)
  }

  @Test func `what is derived and memoised is equal to what is derived`() async throws {
    let derived = try await told("inout", .single, .derived, observers: 5, workload: "shop")
    let memoised = try await told("inout", .single, .derivedMemo, observers: 5, workload: "shop")
    #expect(derived.invalidations == memoised.invalidations)
    #expect(derived.wasted == memoised.wasted)
  }

  @Test func `scopes four deep lead to the same state and the same views`() async throws {
    for design in ["inout", "effect", "flow", "protocol"] {
      let scenario = Scenario.sample("shop", .scoped, 4, design).watched(by: .tree, 15)
      #expect(StoreLayout(scenario).depth == 4)
      _ = try await told(design, .scoped, .tree, observers: 15, features: 4, workload: "shop")
    }
  }
}
