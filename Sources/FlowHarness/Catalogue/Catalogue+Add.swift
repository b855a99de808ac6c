public import Workloads

extension Catalogue {
  /// Adds a design for every workload of the list, in every topology that it supports, and for
  /// several workers.
  ///
  /// The measured loops are compiled for the design's stores in the module that calls this.
  @inlinable
  public mutating func add<D: StoreDesign>(_ design: D) {
    addStandardWorkloads()
    var adder = DesignAdder(catalogue: self, design: design)
    StandardWorkloads.visit(&adder)
    self = adder.catalogue
    if let workers = design.makeStore(with: WorkerStoreBuilder()) {
      add(workers, of: design.description)
    }
  }

  /// Adds a design and `floor` for one workload, which need not be in the list.
  @inlinable
  public mutating func add<D: StoreDesign, F: LeafFeature>(
    _ design: D, for workload: Workload<F>
  ) {
    addFloor(for: workload)
    addPair(design, workload)
  }

  /// Adds a design for every workload of the list, and for one that need not be in it.
  @inlinable
  public mutating func add<D: StoreDesign, F: LeafFeature>(
    _ design: D, with workload: Workload<F>
  ) {
    add(design)
    add(design, for: workload)
  }

  /// Adds a design that is written for one feature, and `floor`, for the workload of this feature.
  @inlinable
  public mutating func add<D: FeatureDesign>(_ design: D, for workload: Workload<D.F>) {
    addFloor(for: workload)
    let entry = DesignEntry(trial: { scenario in
      scenario.isPlainModule
        ? design.makeStore(with: TrialStoreBuilder()).trial(workload.make) : nil
    })
    add(entry, of: design.description, for: workload.description)
  }

  /// Adds `floor` for a workload, unless the catalogue has the workload.
  @inlinable
  mutating func addFloor<F: LeafFeature>(for workload: Workload<F>) {
    guard !workloads.contains(workload.description) else { return }
    add(workload)
    addPair(FloorDesign(), workload)
  }

  @inlinable
  mutating func addPair<D: StoreDesign, F: LeafFeature>(_ design: D, _ workload: Workload<F>) {
    let pair = ModulePair(design: design, workload: workload)
    add(
      DesignEntry(
        trial: { pair.alone($0) ?? pair.copies($0) }, recorded: { pair.recorded($0) }),
      of: design.description, for: workload.description)
  }

  // The folds are compiled here and not again for each design.
  @usableFromInline
  mutating func addStandardWorkloads() {
    var adder = FoldAdder(catalogue: self)
    StandardWorkloads.visit(&adder)
    self = adder.catalogue
  }

  /// Adds a workload whose copies are measured in every topology.
  @inlinable
  mutating func add<F: LeafFeature>(_ workload: Workload<F>) {
    add(workload.description) { context in
      let count = context.scenario.features
      guard count > 1 else { return FoldParts(context, workload.make) }
      return FoldParts(context) { Copies(workload.make($0), count: count) }
    }
  }

  /// Adds a workload that is measured in one store only.
  fileprivate mutating func add<F: LeafFeature>(alone workload: Workload<F>) {
    add(workload.description, isAlone: true) { FoldParts($0, workload.make) }
  }

  fileprivate mutating func addApp() {
    add(.app) { context in
      FoldParts(context) { AppFeature($0, copies: context.scenario.features) }
    }
  }
}

/// Adds a design for each workload of the list.
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
  mutating func visitCopies<F: LeafFeature>(of workload: Workload<F>) {
    catalogue.addPair(design, workload)
  }

  @inlinable
  mutating func visitCopies<F: ObservingFeature>(of workload: Workload<F>) {
    let pair = ModulePair(design: design, workload: workload)
    add(
      DesignEntry(
        trial: { pair.alone($0) ?? pair.copies($0) ?? pair.withMiddlewares($0) },
        recorded: { pair.recorded($0) + pair.recordedWithMiddlewares($0) }),
      workload.description)
  }

  @inlinable
  mutating func visit<F: LeafFeature>(_ workload: Workload<F>) {
    let pair = ModulePair(design: design, workload: workload)
    add(
      DesignEntry(trial: { pair.alone($0) }, recorded: { pair.recorded($0) }),
      workload.description)
  }

  @inlinable
  mutating func visit<F: ObservingFeature>(_ workload: Workload<F>) {
    let pair = ModulePair(design: design, workload: workload)
    add(
      DesignEntry(
        trial: { pair.alone($0) ?? pair.withMiddlewares($0) },
        recorded: { pair.recorded($0) + pair.recordedWithMiddlewares($0) }),
      workload.description)
  }

  @inlinable
  mutating func visit<F: LatentFeature>(_ workload: Workload<F>) {
    add(LatentPair(design: design, workload: workload).entry, workload.description)
  }

  @inlinable
  mutating func visit(_ workload: Workload<LingerFeature>) {
    let design = design
    let entry = DesignEntry(trial: { scenario in
      guard scenario.isPlainModule else { return nil }
      return design.makeLingeringStore(with: TrialStoreBuilder<LingerFeature>())?.trial(
        workload.make)
    })
    add(entry, workload.description)
  }

  @inlinable
  mutating func visit(_ workload: Workload<LifecycleFeature>) {
    let design = design
    let entry = DesignEntry(trial: { scenario in
      guard scenario.middlewares == 0, scenario.completion == .immediate else { return nil }
      let count = scenario.features
      // One store has one screen.
      guard count == 1 || scenario.topology != .single else { return nil }
      return scenario.topology.makeStore(
        design, depth: scenario.scopeDepth ?? 1, with: TrialStoreBuilder<LifecycleFeature>()
      )?.trial { _ in LifecycleFeature(count: count) }
    })
    add(entry, workload.description)
  }

  @inlinable
  mutating func visitApp() {
    let design = design
    let entry = DesignEntry(
      trial: { scenario in
        guard scenario.middlewares == 0, scenario.completion == .immediate else { return nil }
        let count = scenario.features
        return scenario.topology.makeStore(
          design, depth: scenario.scopeDepth ?? 1, with: TrialStoreBuilder<AppFeature>()
        )?.trial { AppFeature($0, copies: count) }
      }, recorded: { recordedKinds(of: design, $0) })
    add(entry, .app)
  }

  @inlinable
  mutating func add(_ entry: DesignEntry, _ workload: WorkloadDescription) {
    catalogue.add(entry, of: design.description, for: workload)
  }
}

/// Adds the plain fold of each workload.
@MainActor
private struct FoldAdder: @MainActor WorkloadVisitor {
  var catalogue: Catalogue

  mutating func visitCopies<F: LeafFeature>(of workload: Workload<F>) { catalogue.add(workload) }

  mutating func visit<F: LeafFeature>(_ workload: Workload<F>) { catalogue.add(alone: workload) }

  mutating func visit(_ workload: Workload<LifecycleFeature>) {
    catalogue.add(workload.description) { context in
      FoldParts(context) { _ in LifecycleFeature(count: context.scenario.features) }
    }
  }

  mutating func visitApp() { catalogue.addApp() }
}
