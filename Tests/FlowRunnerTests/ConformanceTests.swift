import FlowCore
import FlowTestSupport
import PublishedDesigns
import ResultFixtures
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowRunner

/// Every design ends in the state of a plain fold, in every workload and topology.
///
/// The effects of each action are awaited before the next one, so that the order is determined.
@MainActor
struct ConformanceTests {
  nonisolated static let designs = [
    "floor", "returning", "observable", "middleware", "inout", "effect", "command", "publisher",
    "task", "protocol", "actor", "mutex", "flow",
  ]
  /// `flow` used in other ways, and limits without a store, which only some scenarios have.
  nonisolated static let variants =
    ["flow-typed", "flow-tracked"] + historical
    + ["bare-task", "task-by-hand", "observable-by-hand", "closures-by-hand"]
  /// Variants of `flow` that record history.
  nonisolated static let historical = [
    "flow-history", "flow-undo", "flow-traced", "flow-replayed",
  ]
  private static let sizes: [(features: Int, distribution: Distribution)] = [
    (1, .uniform), (3, .session(users: 4)), (8, .uniform),
  ]
  static let catalogue = Catalogue.standard()
  /// The workloads that every design has, of several sizes the smallest; `linger` has tests of its
  /// own.
  private static var workloads: [String] {
    WorkloadIDs.small.filter { !["linger", "crunch-200000"].contains($0) }
  }

  /// The workloads of which copies are measured.
  private static let copied = workloads.filter(WorkloadIDs.isCopied)

  @Test func `the catalogue has every design of this suite and every workload`() {
    #expect(Self.catalogue.designs.map(\.id) == Self.designs + Self.variants)
    #expect(Self.catalogue.workloads.map(\.id) == WorkloadIDs.all)
    for design in Self.designs {
      for workload in Self.workloads {
        for topology in Self.copied.contains(workload) ? [Topology.single, .perFeature] : [.single]
        {
          #expect(
            Self.catalogue.notification(workload: workload, design: design, topology: topology)
              != nil, "\(design) cannot run \(workload) in \(topology.rawValue)")
        }
      }
    }
  }

  @Test func `the designs with children of their own can be scoped`() {
    for workload in Self.copied {
      let scoped = Self.designs.filter {
        Self.catalogue.notification(workload: workload, design: $0, topology: .scoped) != nil
      }
      #expect(scoped == ["inout", "effect", "protocol", "flow"])
    }
  }

  @Test(arguments: designs)
  func `every workload and topology ends in the state of a plain fold`(design: String) async throws
  {
    var checked = 0
    for workload in Self.workloads {
      for topology in Topology.allCases {
        for (features, distribution) in Self.sizes {
          var scenario = Scenario.sample(workload, topology, features, design)
          scenario.distribution = distribution
          guard Self.catalogue.notification(of: scenario) != nil else { continue }
          try await expectSameState(scenario, seed: UInt64(features), actions: 100)
          checked += 1
        }
      }
    }
    #expect(checked >= 9 + Self.copied.count * 2 * Self.sizes.count)
  }

  @Test func `the oracle detects one lost action`() async throws {
    let scenario = Scenario.sample("shop", .single, 2, "flow")
    let parts = try Self.catalogue.parts(of: .sample(scenario, seed: 1))
    parts.subject.refill(100)
    _ = await parts.subject.drive(false, .clocks)
    #expect(await parts.subject.digest() != parts.expectedDigests([99])[0])
    #expect(await parts.subject.digest() == parts.expectedDigests([100])[0])
  }

  @Test func `designs that save to disk end in the state of the fold`() async throws {
    for design in ["inout", "middleware", "command", "flow"] {
      for workload in ["primes", "notes"] {
        var scenario = Scenario.sample(workload, .single, 1, design)
        scenario.storage = .disk
        try await expectSameState(scenario, seed: 5, actions: 400)
      }
    }
  }

  @Test func `a digest is determined by the seed, and differs for another seed`() throws {
    let scenario = Scenario.sample("app", .single, 3, "floor")
    func digest(_ seed: UInt64) throws -> UInt64 {
      try Self.catalogue.parts(of: .sample(scenario, seed: seed)).expectedDigests([500])[0]
    }
    #expect(try digest(7) == digest(7))
    #expect(try digest(7) != digest(8))
  }

  @Test(arguments: ["middleware", "task", "protocol", "flow"])
  func `designs that await their effects end where the fold ends when answers suspend`(
    design: String
  ) async throws {
    var scenario = Scenario.sample("echo", .single, 1, design)
    scenario.completion = .suspending
    try await expectSameState(scenario, seed: 2, actions: 200)
  }

  @Test func `a workload that is measured in one store has neither copies nor topologies`() throws {
    let alone = Self.catalogue.workloads.map(\.id).filter {
      !WorkloadIDs.isCopied($0) && $0 != "lifecycle"
    }
    #expect(Set(Self.catalogue.measuredAlone) == Set(alone))
    for workload in Self.catalogue.measuredAlone {
      for (topology, features) in [(Topology.single, 2), (.perFeature, 1), (.scoped, 1)] {
        let scenario = Scenario.sample(workload, topology, features, "flow")
        #expect(Self.catalogue.notification(of: scenario) == nil, "\(scenario.id)")
      }
    }
  }

  @Test func `only certain designs and two workloads have suspending answers`() {
    for workload in Self.catalogue.workloads.map(\.id) {
      let suspending = Self.designs.filter { design in
        var scenario = Scenario.sample(workload, .single, 1, design)
        scenario.completion = .suspending
        return Self.catalogue.notification(of: scenario) != nil
      }
      let canWait = ["echo", "search"].contains(workload)
      #expect(suspending == (canWait ? ["middleware", "task", "protocol", "flow"] : []))
    }
  }

  @Test(arguments: ["middleware", "protocol", "flow", "task-by-hand"])
  func `middlewares that let every action pass change nothing`(design: String) async throws {
    for workload in ["counter", "favorites"] {
      for count in [1, 4] {
        var scenario = Scenario.sample(workload, .single, 1, design)
        scenario.middlewares = count
        try await expectSameState(scenario, seed: 4, actions: 200)
      }
    }
  }

  @Test(arguments: ["counter", "favorites"])
  func `a store that Observation tracks leads to the same state`(workload: String) async throws {
    for features in [1, 5] {
      var scenario = Scenario.sample(workload, .single, features, "flow-tracked")
      try await expectSameState(scenario, seed: 3, actions: 300)
      scenario.views = .ownSlice
      scenario.observers = features
      try await expectSameState(scenario, seed: 3, actions: 300)
    }
  }

  @Test func `a class written for one state leads to the same state, alone in its store`()
    async throws
  {
    for workload in Self.catalogue.workloads.map(\.id) {
      for topology in Topology.allCases {
        for features in [1, 2] {
          let scenario = Scenario.sample(workload, topology, features, "observable-by-hand")
          let isHeld = Self.catalogue.notification(of: scenario) != nil
          let hasClass = ["counter", "favorites"].contains(workload)
          #expect(isHeld == (hasClass && topology == .single && features == 1), "\(scenario.id)")
          guard isHeld else { continue }
          try await expectSameState(scenario, seed: 3, actions: 300)
          try await expectSameState(scenario.watched(by: .ownSlice, 1), seed: 3, actions: 300)
        }
      }
    }
  }

  @Test(arguments: historical, ["counter", "shop"])
  func `a store with history, trace, replay or undo ends in the same state`(
    design: String, workload: String
  ) async throws {
    for actions in [1, 99, 100, 1_234] {
      try await expectSameState(
        Scenario.sample(workload, .single, 1, design), seed: 7, actions: actions)
    }
    try await expectSameState(
      Scenario.sample(workload, .single, 5, design), seed: 7, actions: 300)
  }

  @Test func `middlewares need one store of one module without effects`() {
    for workload in Self.catalogue.workloads.map(\.id) {
      for topology in Topology.allCases {
        for features in [1, 2] {
          let having = (Self.designs + Self.variants).filter { design in
            var scenario = Scenario.sample(workload, topology, features, design)
            scenario.middlewares = 1
            return Self.catalogue.notification(of: scenario) != nil
          }
          let isObserving =
            ["counter", "favorites"].contains(workload) || workload.hasPrefix("crunch-")
          let isOne = isObserving && topology == .single
          #expect(
            having
              == (isOne && features == 1
                ? ["middleware", "protocol", "flow", "task-by-hand"]
                : []))
        }
      }
    }
  }

  @Test func `closures written by hand lead to the same state, with subscribers and without`()
    async throws
  {
    var checked = 0
    for workload in Self.catalogue.workloads.map(\.id) {
      for topology in Topology.allCases {
        for features in [1, 3] {
          let scenario = Scenario.sample(workload, topology, features, "closures-by-hand")
          guard Self.catalogue.notification(of: scenario) != nil else { continue }
          try await expectSameState(scenario, seed: 4, actions: 300)
          checked += 1
          guard topology == .single else { continue }
          for views in [ViewShape.ownSlice, .reader] {
            try await expectSameState(scenario.watched(by: views, features), seed: 4, actions: 300)
          }
        }
      }
    }
    #expect(checked == 2 * 2 * Topology.allCases.count, "of two workloads")
  }

  @Test(arguments: ["inout", "effect", "protocol", "flow", "flow-typed", "closures-by-hand"])
  func `scopes of any depth lead to the same state`(design: String) async throws {
    for workload in ["closures-by-hand", "flow-typed"].contains(design)
      ? ["counter"] : ["counter", "app"]
    {
      for depth in [1, 2, 10] {
        var scenario = Scenario.sample(workload, .scoped, 2, design)
        scenario.depth = depth
        try await expectSameState(scenario, seed: 6, actions: 60)
      }
    }
  }

  private func expectSameState(_ scenario: Scenario, seed: UInt64, actions: Int) async throws {
    let parts = try Self.catalogue.parts(of: .sample(scenario, seed: seed))
    // Cut unevenly: what a batch ends with must not matter.
    for size in [actions / 3, actions - actions / 3] {
      parts.subject.refill(size)
      _ = await parts.subject.drive(false, .clocks)
    }
    let digest = await parts.subject.digest()
    #expect(
      digest == parts.expectedDigests([actions])[0], "\(scenario.id), seed \(seed)")
  }
}
