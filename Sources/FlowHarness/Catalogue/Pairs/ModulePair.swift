public import Workloads

/// One design with the workload of one module: alone in a store, or many copies of it in whatever
/// topology a scenario asks for.
@MainActor
@usableFromInline
struct ModulePair<D: StoreDesign, F: LeafFeature> {
  @usableFromInline let design: D
  @usableFromInline let workload: Workload<F>
  /// How the work of its scenarios answers.
  @usableFromInline var completion = Completion.immediate

  @inlinable
  init(design: D, workload: Workload<F>, completion: Completion = .immediate) {
    self.design = design
    self.workload = workload
    self.completion = completion
  }

  /// The pair with its types erased.
  @inlinable
  var entry: DesignEntry {
    DesignEntry(abilities: { abilities($0) }, subject: { subject($0) })
  }

  /// What can be said of a scenario's store; `nil`: the design cannot hold that.
  @usableFromInline
  func abilities(_ scenario: Scenario) -> StoreAbilities? {
    guard scenario.middlewares == 0, scenario.completion == completion else { return nil }
    guard !scenario.isOneModule else { return design.plug(into: ProbeSocket<F>()) }
    return scenario.topology.plug(
      design, StoreLayout(scenario), into: ProbeSocket<Copies<F>>())
  }

  /// What a trial drives; `nil`: the design cannot hold that.
  @inlinable
  func subject(_ context: TrialContext) -> TrialSubject? {
    let scenario = context.scenario
    guard scenario.middlewares == 0, scenario.completion == completion else { return nil }
    let module = workload.make(context.storeServices)
    guard !scenario.isOneModule else {
      return design.plug(into: TrialSocket(context.input(module)))
    }
    let copies = Copies(module, count: scenario.features)
    return scenario.topology.plug(
      design, StoreLayout(scenario), into: TrialSocket(context.input(copies)))
  }
}

extension ModulePair where F: ObservingFeature {
  /// The pair with its types erased, with any number of middlewares on one module.
  @inlinable
  var entryWithMiddlewares: DesignEntry {
    DesignEntry(
      abilities: { abilitiesWithMiddlewares($0) },
      subject: { context in
        let scenario = context.scenario
        guard scenario.middlewares > 0 else { return subject(context) }
        guard scenario.isOneModule, scenario.completion == .immediate else { return nil }
        let module = workload.make(context.storeServices)
        return design.plugMiddlewares(
          scenario.middlewares, into: TrialSocket(context.input(module)))
      })
  }

  /// What can be said of a scenario's store; `nil`: the design cannot hold that.
  @usableFromInline
  func abilitiesWithMiddlewares(_ scenario: Scenario) -> StoreAbilities? {
    guard scenario.middlewares > 0 else { return abilities(scenario) }
    guard scenario.isOneModule, scenario.completion == .immediate else { return nil }
    return design.plugMiddlewares(scenario.middlewares, into: ProbeSocket<F>())
  }
}

extension ModulePair where F == LingerFeature {
  /// The pair with its types erased: one module alone, whose effects stay in flight.
  @inlinable
  var entryThatLingers: DesignEntry {
    DesignEntry(
      abilities: { abilitiesOfLingering($0) },
      subject: { context in
        guard context.scenario.isPlainModule else { return nil }
        let module = workload.make(context.storeServices)
        return design.plugLingering(into: TrialSocket(context.input(module)))
      })
  }

  /// What can be said of a scenario's store; `nil`: the design cannot hold that.
  @usableFromInline
  func abilitiesOfLingering(_ scenario: Scenario) -> StoreAbilities? {
    guard scenario.isPlainModule else { return nil }
    return design.plugLingering(into: ProbeSocket<F>())
  }
}

extension Scenario {
  /// Whether one store holds one module by itself, and not a collection of one.
  @usableFromInline
  var isOneModule: Bool { topology == .single && features == 1 }

  /// One module, and nothing around it.
  @usableFromInline
  var isPlainModule: Bool { isOneModule && middlewares == 0 && completion == .immediate }
}

/// One design with the app of several kinds of modules.
@MainActor
@usableFromInline
struct AppPair<D: StoreDesign> {
  @usableFromInline let design: D

  @inlinable
  init(design: D) { self.design = design }

  /// The pair with its types erased.
  @inlinable
  var entry: DesignEntry {
    DesignEntry(
      abilities: { abilities($0) },
      subject: { context in
        let scenario = context.scenario
        guard scenario.middlewares == 0, scenario.completion == .immediate else { return nil }
        let app = AppFeature(context.storeServices, copies: scenario.features)
        return scenario.topology.plug(
          design, StoreLayout(scenario), into: TrialSocket(context.input(app)))
      })
  }

  /// The abilities of a scenario's stores; `nil` if the design cannot hold the scenario.
  @usableFromInline
  func abilities(_ scenario: Scenario) -> StoreAbilities? {
    guard scenario.middlewares == 0, scenario.completion == .immediate else { return nil }
    return scenario.topology.plug(
      design, StoreLayout(scenario), into: ProbeSocket<AppFeature>())
  }
}

/// A design that is written for one feature, with the workload of that.
@MainActor
@usableFromInline
struct FeaturePair<D: FeatureDesign> {
  @usableFromInline let design: D
  @usableFromInline let workload: Workload<D.F>

  @inlinable
  init(design: D, workload: Workload<D.F>) {
    self.design = design
    self.workload = workload
  }

  /// The pair with its types erased: one module alone.
  @inlinable
  var entry: DesignEntry {
    DesignEntry(
      abilities: { abilities($0) },
      subject: { context in
        guard context.scenario.isPlainModule else { return nil }
        let module = workload.make(context.storeServices)
        return design.plug(into: TrialSocket(context.input(module)))
      })
  }

  /// What can be said of a scenario's store; `nil`: the design cannot hold that.
  @usableFromInline
  func abilities(_ scenario: Scenario) -> StoreAbilities? {
    guard scenario.isPlainModule else { return nil }
    return design.plug(into: ProbeSocket<D.F>())
  }
}
