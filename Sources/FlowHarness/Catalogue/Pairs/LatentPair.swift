public import Workloads

/// One design with a module whose work can take time: answered at once, awaited, or by a service.
@MainActor
@usableFromInline
struct LatentPair<D: StoreDesign, F: LatentFeature> {
  @usableFromInline let design: D
  @usableFromInline let workload: Workload<F>

  @inlinable
  init(design: D, workload: Workload<F>) {
    self.design = design
    self.workload = workload
  }

  /// The pair with its types erased.
  @inlinable
  var entry: DesignEntry {
    let immediate = ModulePair(design: design, workload: workload)
    let suspending = ModulePair(
      design: SuspendingDesign(base: design), workload: workload, completion: .suspending)
    return DesignEntry(
      abilities: { immediate.abilities($0) ?? suspending.abilities($0) },
      subject: { immediate.subject($0) ?? suspending.subject($0) },
      effects: EffectPair(design: OverlappingDesign(base: design), workload: workload).effects)
  }
}

/// A design as it holds work that suspends.
@usableFromInline
struct SuspendingDesign<D: StoreDesign>: StoreDesign {
  @usableFromInline let base: D

  @inlinable
  init(base: D) {
    self.base = base
  }

  @inlinable
  var description: DesignDescription { base.description }

  @inlinable
  func plug<S: StoreSocket>(into socket: S) -> S.Plugged? { base.plugSuspending(into: socket) }

  @inlinable
  func plugChildren<S: ChildSocket>(into socket: S) -> S.Plugged? {
    base.plugSuspendingChildren(into: socket)
  }
}

/// A design as it holds work that several are in flight of.
@usableFromInline
struct OverlappingDesign<D: StoreDesign>: StoreDesign {
  @usableFromInline let base: D

  @inlinable
  init(base: D) {
    self.base = base
  }

  @inlinable
  var description: DesignDescription { base.description }

  @inlinable
  func plug<S: StoreSocket>(into socket: S) -> S.Plugged? { base.plugOverlapping(into: socket) }
}

/// A module over the simulated service of a load.
@usableFromInline
typealias ServedModule<F: LeafFeature> = Served<F, EffectService>

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
    DesignEntry.Effects(
      abilities: { abilities($0) }, parts: { parts($0) }, hasCancellation: F.hasCancellation)
  }

  /// What can be said of a scenario's store; `nil`: the design cannot hold that.
  @usableFromInline
  func abilities(_ scenario: Scenario) -> StoreAbilities? {
    guard scenario.middlewares == 0 else { return nil }
    guard !scenario.isOneModule else { return design.plug(into: ProbeSocket<ServedModule<F>>()) }
    return scenario.topology.plug(
      design, StoreLayout(scenario), into: ProbeSocket<Copies<ServedModule<F>>>())
  }

  /// What a load drives; `nil`: the design cannot hold that.
  @inlinable
  func parts(_ request: LoadRequest) -> EffectParts? {
    let (scenario, workload) = (request.scenario, workload)
    guard scenario.middlewares == 0 else { return nil }
    guard !scenario.isOneModule else {
      return design.plug(into: EffectSocket(request) { workload.served($0) })
    }
    let count = scenario.features
    return scenario.topology.plug(
      design, StoreLayout(scenario),
      into: EffectSocket(request) { Copies(workload.served($0), count: count) })
  }
}

extension Workload where F: LatentFeature {
  /// The module over a simulated service, or one whose work is done at once, as in a plain fold.
  @inlinable
  func served(_ service: EffectService?) -> ServedModule<F> {
    let module = make(Services(directory: nil, completion: .service, isOracle: service == nil))
    return Served(module, service: service, cancelsOlder: { module.cancelsOlder($0) })
  }
}
