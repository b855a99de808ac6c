import FlowCore
public import Workloads

/// Which designs can hold which workloads in which topologies: the only list of them.
///
/// A design is added once and holds every workload; see `StoreDesign`. The closures kept here are
/// made from concrete types where `add` is called: everything is erased once for each trial, never
/// for an action.
@MainActor
public struct Catalogue {
  /// A design with a workload.
  struct Pair: Hashable {
    let workload: String
    let design: String
  }

  /// The designs in the order of their registration.
  public private(set) var designs: [DesignDescription] = []
  /// The workloads in the order of their registration.
  public private(set) var workloads: [WorkloadDescription] = []
  private var pairs: [Pair: DesignEntry] = [:]
  private var folds: [String: @MainActor (TrialContext) -> FoldParts] = [:]
  /// Make trials of workloads whose ids carry numbers, which no list can have all of.
  private var families: [@MainActor (TrialContext) -> TrialParts?] = []
  /// The designs that several workers can send to at once, by their ids.
  package private(set) var shared: [String: SharedDesign] = [:]

  /// An empty catalogue.
  public init() {}

  /// How a scenario's design notifies its views of a change; `nil` when the catalogue does not have
  /// that design with that workload and topology.
  public func notification(
    workload: String, design: String, topology: Topology
  ) -> NotificationStyle? {
    notification(of: .plain(workload: workload, design: design, topology: topology))
  }

  /// How a scenario's design notifies its views of a change; `nil` when the catalogue does not have
  /// that design with that workload, in that topology, with such middlewares and answers.
  public func notification(of scenario: Scenario) -> NotificationStyle? {
    guard scenario.completion == .service else {
      return pair(of: scenario)?.abilities(scenario)?.notification
    }
    return effectAbilities(of: scenario).map { _ in .none }
  }

  /// What can be said of a scenario's store whose effects call a service; `nil` when the catalogue
  /// does not have that.
  package func effectAbilities(of scenario: Scenario) -> StoreAbilities? {
    guard scenario.middlewares == 0 else { return nil }
    return pair(of: scenario)?.effects?.abilities(scenario)
  }

  /// Whether a newer request of a scenario's workload cancels an older one that a service works on.
  package func hasCancellation(_ scenario: Scenario) -> Bool {
    pair(of: scenario)?.effects?.hasCancellation ?? false
  }

  /// How effects that take time are driven; `nil` when the catalogue does not have that.
  package func effects(of request: LoadRequest) -> EffectParts? {
    pair(of: request.scenario)?.effects?.parts(request)
  }

  /// What a trial drives, and what it must end in; `nil` when the catalogue does not have that.
  package func heldParts(of context: TrialContext) -> TrialParts? {
    guard let fold = folds[context.scenario.workload] else {
      return families.lazy.compactMap { $0(context) }.first
    }
    return pair(of: context.scenario)?.subject(context)
      .map { TrialParts(subject: $0, fold: fold(context)) }
  }

  private func pair(of scenario: Scenario) -> DesignEntry? {
    pairs[Pair(workload: scenario.workload, design: scenario.design)]
  }

  /// The number of slots of `features` copies of a workload.
  package func slots(workload: String, features: Int) -> Int {
    features * (workloads.first { $0.id == workload }?.slotsPerCopy ?? 1)
  }

  /// The designs that are asked one of these questions, in the order of their registration.
  package func designs(asked questions: Set<DesignDescription.Question>) -> [String] {
    designs.filter { !$0.questions.isDisjoint(with: questions) }.map(\.id)
  }

  /// The designs that can hold a workload whose effects call a service.
  ///
  /// - Parameter inVirtualTime: Only those that can be moved into virtual time.
  package func designsWithServices(workload: String, inVirtualTime: Bool = false) -> [String] {
    designs.map(\.id).filter { design in
      let abilities = effectAbilities(of: .plain(workload: workload, design: design))
      return abilities.map { $0.supportsVirtualTime || !inVirtualTime } ?? false
    }
  }

  // MARK: - Adding

  mutating func add(_ design: DesignDescription) {
    if !designs.contains(design) { designs.append(design) }
  }

  @usableFromInline
  mutating func add(
    _ workload: WorkloadDescription, fold: @escaping @MainActor (TrialContext) -> FoldParts
  ) {
    guard !workloads.contains(workload) else { return }
    workloads.append(workload)
    folds[workload.id] = fold
  }

  @usableFromInline
  mutating func add(
    _ entry: DesignEntry, of design: DesignDescription, for workload: WorkloadDescription
  ) {
    add(design)
    pairs[Pair(workload: workload.id, design: design.id)] = entry
  }

  /// Adds workloads whose ids carry numbers, such as `spin:500`.
  ///
  /// - Parameter parts: What a trial drives; `nil` for the workloads of others.
  package mutating func addFamily(_ parts: @escaping @MainActor (TrialContext) -> TrialParts?) {
    families.append(parts)
  }

  @usableFromInline
  mutating func add(_ workers: SharedDesign, of design: DesignDescription) {
    add(design)
    shared[design.id] = workers
  }
}

/// One design with one workload, with their types erased: once for each trial.
@usableFromInline
struct DesignEntry {
  /// What can be said of a scenario's store; `nil`: the design cannot hold that.
  let abilities: @MainActor (Scenario) -> StoreAbilities?
  /// Makes what a trial drives; `nil`: the design cannot hold that.
  let subject: @MainActor (TrialContext) -> TrialSubject?
  /// With effects that call a service; `nil` for a workload whose effects do not.
  let effects: Effects?

  @usableFromInline
  init(
    abilities: @escaping @MainActor (Scenario) -> StoreAbilities?,
    subject: @escaping @MainActor (TrialContext) -> TrialSubject?, effects: Effects? = nil
  ) {
    self.abilities = abilities
    self.subject = subject
    self.effects = effects
  }

  /// One design with one workload whose effects call a service.
  @usableFromInline
  struct Effects {
    /// What can be said of a scenario's store; `nil`: the design cannot hold that.
    let abilities: @MainActor (Scenario) -> StoreAbilities?
    /// Makes what a load drives; `nil`: the design cannot hold that.
    let parts: @MainActor (LoadRequest) -> EffectParts?
    /// Whether a newer request of the workload cancels an older one.
    let hasCancellation: Bool

    @usableFromInline
    init(
      abilities: @escaping @MainActor (Scenario) -> StoreAbilities?,
      parts: @escaping @MainActor (LoadRequest) -> EffectParts?, hasCancellation: Bool
    ) {
      self.abilities = abilities
      self.parts = parts
      self.hasCancellation = hasCancellation
    }
  }
}
