package import FlowHarness
import FlowResults
import Foundation
import Measurement
import Workloads

/// How long and how often a loop's cost is measured.
package struct LoopCostSettings: Codable, Equatable, Sendable {
  /// How often both loops take turns, two batches each.
  package var rounds = 200
  /// The least time of a batch, in nanoseconds, unless the clock asks for more.
  package var batchNs: UInt64 = 150_000
  /// The least actions in a batch, whatever they take.
  package var minActions = 16
  /// The seed of the actions.
  package var seed: UInt64 = SeedOptions.standard
  /// Whether all threads are pinned to one core meanwhile, where the system allows it.
  ///
  /// Designs that hop between threads are 2-4 × cheaper and much steadier there.
  package var isPinned = true

  /// What `calibrate` uses.
  package init() {}
}

extension LoopCost {
  /// The driver's own loop, over stores that do nothing.
  package static let emptyDesigns = ["empty", "empty-suspending"]

  /// All that can be measured, in the catalogue's order.
  @MainActor
  package static func designs(of catalogue: Catalogue) -> [String] {
    let feature = CounterFeature()
    return emptyDesigns
      + catalogue.designs.map(\.id).filter { catalogue.handLoops[$0]?(feature) != nil }
  }

  /// Measures one design over a counter in a single store, in this process.
  ///
  /// The driver's side is what a trial drives, loop and all. A design that asks for the main thread
  /// (`DesignDescription.keepsMainThread`) must be measured where the main actor runs on it; else
  /// its row says so.
  ///
  /// - Throws: `PlanError` for a design that has no loop written by hand.
  @MainActor
  package static func measure(
    design: String, catalogue: Catalogue, settings: LoopCostSettings = LoopCostSettings()
  ) async throws -> LoopCost {
    let scenario = Scenario(
      workload: "counter", topology: .single, features: 1, groups: 1, distribution: .uniform,
      views: .none, observers: 0, storage: .memory, design: design)
    let input = TrialInput(
      feature: CounterFeature(), distribution: scenario.distribution, seed: settings.seed,
      views: [])
    let affinity = settings.isPinned ? CoreAffinity.current : nil
    defer { affinity?.restore() }
    let core = affinity?.pinToLast()
    if case .spin(let steps)? = KnownWork(design) {
      return await raceOfSpins(steps, settings).run(design, core: core)
    }
    switch design {
    case "empty":
      let subject = TrialSubject.driving(input, store: EmptyStore(input.feature))
      return await LoopRace(subject, settings: settings).run(design, core: core)
    case "empty-suspending":
      let subject = TrialSubject.driving(input, store: EmptySuspendingStore(input.feature))
      let hand = RacedLoop.empty(input)
      // Both states never change: there is no work whose end could be compared.
      let digest = await hand.digest()
      let reference = LoopRace.Reference(hand: hand, expectedDigests: { $0.map { _ in digest } })
      return await LoopRace(subject, against: reference, settings: settings).run(design, core: core)
    default:
      guard let loop = catalogue.handLoops[design]?(input.feature) else {
        throw PlanError.unknown(
          option: "<design>", kind: "design", name: design, known: designs(of: catalogue))
      }
      let parts = try catalogue.parts(
        of: TrialContext(scenario: scenario, seed: settings.seed, workDirectory: ""))
      let reference = LoopRace.Reference(
        hand: RacedLoop(input, loop), expectedDigests: parts.expectedDigests)
      var cost = await LoopRace(parts.subject, against: reference, settings: settings).run(
        design, core: core)
      if catalogue.designs.first(where: { $0.id == design })?.keepsMainThread == true,
        cost.reason == nil, !Thread.isMainThread
      {
        cost.reason = "the main actor is not on the main thread: every action hops there"
      }
      return cost
    }
  }
}

/// What the driver adds to a loop written by hand over one design.
enum LoopTask: ChildTask {
  static let name = "loop"

  /// Which design, and how.
  struct Request: Codable, Sendable {
    /// Its id, or that of a known work.
    var design: String
    var settings = LoopCostSettings()
  }

  static func perform(
    _ request: Request, catalogue: Catalogue, step: @escaping @Sendable (Never) -> Void
  ) async throws -> LoopCost {
    try await LoopCost.measure(
      design: request.design, catalogue: catalogue, settings: request.settings)
  }
}
