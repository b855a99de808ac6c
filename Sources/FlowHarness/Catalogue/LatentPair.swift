public import Workloads

/// A design with a module whose effects complete immediately, after a suspension, or by a service.
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

  /// The pair without its types.
  @inlinable
  var entry: DesignEntry {
    let immediate = ModulePair(design: design, workload: workload)
    let suspending = ModulePair(
      design: SuspendingDesign(base: design), workload: workload, completion: .suspending)
    let overlapping = OverlappingDesign(base: design)
    let workload = workload
    return DesignEntry(
      trial: { immediate.alone($0) ?? suspending.alone($0) },
      recorded: { immediate.recorded($0) + suspending.recorded($0) },
      effects: DesignEntry.Effects(hasCancellation: F.hasCancellation) { scenario in
        guard scenario.middlewares == 0 else { return nil }
        guard !scenario.isOneModule else {
          return overlapping.makeStore(with: EffectStoreBuilder { workload.served($0) })
        }
        let count = scenario.features
        return scenario.topology.makeStore(
          overlapping, depth: scenario.scopeDepth ?? 1,
          with: EffectStoreBuilder { Copies(workload.served($0), count: count) })
      })
  }
}

/// A design that creates its stores for effects that suspend.
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
  func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    base.makeSuspendingStore(with: builder)
  }
}

/// A design that creates its stores for several effects in flight.
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
  func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    base.makeOverlappingStore(with: builder)
  }
}

extension Workload where F: LatentFeature {
  /// Returns the module over a simulated service, or one whose effects complete immediately, as in
  /// a plain fold.
  @inlinable
  func served(_ service: EffectService?) -> Served<F, EffectService> {
    let module = make(Services(directory: nil, completion: .service, isOracle: service == nil))
    return Served(module, service: service, cancelsOlder: { module.cancelsOlder($0) })
  }
}
