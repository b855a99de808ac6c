public import Workloads

extension Catalogue {
  /// Adds a design: for every workload of the list, in every topology that it can be wired in, and
  /// between several workers.
  ///
  /// Generic over the design, so that what is measured is compiled for its stores in the module that
  /// calls this.
  @inlinable
  public mutating func add<D: StoreDesign>(_ design: D) {
    addStandardWorkloads()
    var adder = DesignAdder(catalogue: self, design: design)
    StandardWorkloads.visit(&adder)
    self = adder.catalogue
    if let workers = design.plug(into: WorkerSocket()) { add(workers, of: design.description) }
  }

  /// Adds a design for one workload, which need not be in the list, and `floor` with it.
  @inlinable
  public mutating func add<D: StoreDesign, F: LeafFeature>(
    _ design: D, for workload: Workload<F>
  ) {
    addFloor(for: workload)
    add(
      ModulePair(design: design, workload: workload).entry, of: design.description,
      for: workload.description)
  }

  /// Adds a design for every workload of the list, and for one that need not be in it.
  @inlinable
  public mutating func add<D: StoreDesign, F: LeafFeature>(
    _ design: D, with workload: Workload<F>
  ) {
    add(design)
    add(design, for: workload)
  }

  /// Adds a design that is written for one feature, with the workload of that, and `floor` with it.
  @inlinable
  public mutating func add<D: FeatureDesign>(_ design: D, for workload: Workload<D.F>) {
    addFloor(for: workload)
    add(
      FeaturePair(design: design, workload: workload).entry, of: design.description,
      for: workload.description)
  }

  /// Adds what rows of a workload are held against, unless it is there.
  @inlinable
  mutating func addFloor<F: LeafFeature>(for workload: Workload<F>) {
    guard !workloads.contains(workload.description) else { return }
    add(workload)
    let floor = FloorDesign()
    add(
      ModulePair(design: floor, workload: workload).entry, of: floor.description,
      for: workload.description)
  }

  /// The folds of the list's workloads, which are compiled here and for no design again.
  @usableFromInline
  mutating func addStandardWorkloads() {
    var adder = FoldAdder(catalogue: self)
    StandardWorkloads.visit(&adder)
    self = adder.catalogue
  }

  @inlinable
  mutating func add<F: LeafFeature>(_ workload: Workload<F>) {
    add(workload.description) { context in
      let count = context.scenario.features
      guard count > 1 else { return FoldParts(context, workload.make) }
      return FoldParts(context) { Copies(workload.make($0), count: count) }
    }
  }

  fileprivate mutating func addApp() {
    add(.app) { context in
      FoldParts(context) { AppFeature($0, copies: context.scenario.features) }
    }
  }
}

/// Adds one design for each workload of the list.
@MainActor
@usableFromInline
struct DesignAdder<D: StoreDesign>: @MainActor WorkloadVisitor {
  @usableFromInline var catalogue: Catalogue
  @usableFromInline let design: D

  @inlinable
  init(catalogue: Catalogue, design: D) {
    self.catalogue = catalogue
    self.design = design
  }

  @inlinable
  mutating func visit<F: LeafFeature>(_ workload: Workload<F>) {
    add(ModulePair(design: design, workload: workload).entry, workload.description)
  }

  @inlinable
  mutating func visit<F: ObservingFeature>(_ workload: Workload<F>) {
    add(ModulePair(design: design, workload: workload).entryWithMiddlewares, workload.description)
  }

  @inlinable
  mutating func visit<F: LatentFeature>(_ workload: Workload<F>) {
    add(LatentPair(design: design, workload: workload).entry, workload.description)
  }

  @inlinable
  mutating func visit(_ workload: Workload<LingerFeature>) {
    add(ModulePair(design: design, workload: workload).entryThatLingers, workload.description)
  }

  @inlinable
  mutating func visitApp() { add(AppPair(design: design).entry, .app) }

  @inlinable
  mutating func add(_ entry: DesignEntry, _ workload: WorkloadDescription) {
    catalogue.add(entry, of: design.description, for: workload)
  }
}

/// Adds what each workload's plain fold says.
@MainActor
private struct FoldAdder: @MainActor WorkloadVisitor {
  var catalogue: Catalogue

  mutating func visit<F: LeafFeature>(_ workload: Workload<F>) { catalogue.add(workload) }

  mutating func visit<F: ObservingFeature>(_ workload: Workload<F>) { catalogue.add(workload) }

  mutating func visit<F: LatentFeature>(_ workload: Workload<F>) { catalogue.add(workload) }

  mutating func visit(_ workload: Workload<LingerFeature>) { catalogue.add(workload) }

  mutating func visitApp() { catalogue.addApp() }
}
