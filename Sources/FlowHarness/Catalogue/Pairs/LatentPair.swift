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
