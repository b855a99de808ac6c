public import Workloads

/// A module at the desk of a load.
@usableFromInline
typealias AtDesk<F: LeafFeature> = Served<F, EffectDesk>

/// One design with a module whose effects call a service that takes its time.
@MainActor
@usableFromInline
struct EffectPair<D: StoreDesign, F: LatentFeature> {
  @usableFromInline let design: D
  @usableFromInline let workload: Workload<F>

  @inlinable
  init(design: D, workload: Workload<F>) {
    self.design = design
    self.workload = workload
  }

  /// The pair with its types erased.
  @inlinable
  var effects: DesignEntry.Effects {
    DesignEntry.Effects(abilities: { abilities($0) }, parts: { parts($0) })
  }

  /// What can be said of a scenario's store; `nil`: the design cannot hold that.
  @usableFromInline
  func abilities(_ scenario: Scenario) -> StoreAbilities? {
    guard scenario.middlewares == 0 else { return nil }
    guard !scenario.isOneModule else { return design.plug(into: ProbeSocket<AtDesk<F>>()) }
    return scenario.topology.abilities(
      of: design, holding: Copies<AtDesk<F>>.self, partly: AtDesk<F>.self)
  }

  /// What a load drives; `nil`: the design cannot hold that.
  @inlinable
  func parts(_ request: LoadRequest) -> EffectParts? {
    let (scenario, workload) = (request.scenario, workload)
    guard scenario.middlewares == 0 else { return nil }
    guard !scenario.isOneModule else {
      return design.plug(into: EffectSocket(request) { workload.atDesk($0) })
    }
    let count = scenario.features
    return scenario.topology.plug(
      design, copiesOf: AtDesk<F>.self, StoreLayout(scenario),
      into: EffectSocket(request) { Copies(workload.atDesk($0), count: count) })
  }
}

extension Workload where F: LatentFeature {
  /// The module at a desk, or one whose work is done at once, as in a plain fold.
  @inlinable
  func atDesk(_ desk: EffectDesk?) -> AtDesk<F> {
    let module = make(Services(directory: nil, completion: .service, isOracle: desk == nil))
    return Served(module, desk: desk, cancelsOlder: { module.cancelsOlder($0) })
  }
}
