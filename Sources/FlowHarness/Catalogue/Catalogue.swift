public import Workloads

/// The list of designs, workloads and topologies, and of their supported combinations.
///
/// A design is added once and holds every workload; see `StoreDesign`. Its types are erased once
/// for each trial, and never for an action: the closures of the catalogue are created from concrete
/// types where `add` is called.
@MainActor
public struct Catalogue {
  struct Pair: Hashable {
    let workload: String
    let design: String
  }

  /// The designs in the order of their registration.
  public private(set) var designs: [DesignDescription] = []
  /// The workloads in the order of their registration.
  public private(set) var workloads: [WorkloadDescription] = []
  /// The ids of the workloads that are measured in one store only.
  package private(set) var measuredAlone: Set<String> = []
  /// The reducer and the measured stores of each workload that has them, in the order of their registration.
  var measured: [String: [MeasuredWork]] = [:]
  /// The faults of the registration, in a line each.
  package private(set) var refusals: [String] = []
  private(set) var pairs: [Pair: DesignEntry] = [:]
  private var folds: [String: @MainActor (TrialContext) -> FoldParts] = [:]
  /// The trials of workloads whose ids contain numbers.
  private var families: [@MainActor (TrialContext) -> TrialParts?] = []
  /// The designs that several workers can send to at the same time, by id.
  package private(set) var shared: [String: SharedDesign] = [:]

  /// Creates an empty catalogue.
  public init() {}

  /// Returns the way in which a design notifies its views of a change; `nil` if the catalogue does
  /// not have the design with this workload and topology.
  public func notification(
    workload: String, design: String, topology: Topology
  ) -> NotificationStyle? {
    notification(of: .plain(workload: workload, design: design, topology: topology))
  }

  /// Returns the way in which a scenario's design notifies its views of a change; `nil` if the
  /// catalogue does not support the scenario.
  public func notification(of scenario: Scenario) -> NotificationStyle? {
    guard scenario.completion == .service else {
      return pair(of: scenario)?.trial(scenario)?.notification
    }
    return effectLoad(of: scenario).map { _ in .none }
  }

  /// Returns a Boolean value that indicates whether stores of a scenario can be made and its views
  /// notified.
  package func canRun(_ scenario: Scenario) -> Bool {
    guard let notification = notification(of: scenario) else { return false }
    let hasViews = scenario.views != .none && scenario.observers > 0
    return (!hasViews || scenario.views.canBeNotified(by: notification))
      && scenario.views.canWatch(
        slots: slots(workload: scenario.workload, features: scenario.features),
        scenario.distribution)
  }

  /// Returns the load of a scenario whose effects call a service; `nil` if the catalogue does not
  /// support it.
  package func effectLoad(of scenario: Scenario) -> DesignEntry.EffectLoad? {
    pair(of: scenario)?.effects?.load(scenario)
  }

  /// Returns a Boolean value that indicates whether a newer request of a scenario's workload
  /// cancels an older one.
  package func hasCancellation(_ scenario: Scenario) -> Bool {
    pair(of: scenario)?.effects?.hasCancellation ?? false
  }

  /// Returns the parts of a load with asynchronous effects; `nil` if the catalogue does not support
  /// it.
  package func effects(of request: LoadRequest) -> EffectParts? {
    effectLoad(of: request.scenario)?.parts(request)
  }

  /// Returns the parts of a trial; `nil` if the catalogue does not support it.
  package func trialParts(of context: TrialContext) -> TrialParts? {
    guard let fold = folds[context.scenario.workload] else {
      return families.lazy.compactMap { $0(context) }.first
    }
    guard let pair = pair(of: context.scenario) else { return nil }
    return pair.trial(context.scenario)
      .map { TrialParts(subject: $0.subject(context), fold: (pair.fold ?? fold)(context)) }
  }

  /// Returns trials that together log the reductions of a scenario's stores; none if the catalogue
  /// does not support it, or has it for fixed types only.
  package func recordedParts(of context: TrialContext) -> [RecordedParts] {
    pair(of: context.scenario)?.recorded(context) ?? []
  }

  private func pair(of scenario: Scenario) -> DesignEntry? {
    pairs[Pair(workload: scenario.workload, design: scenario.design)]
  }

  /// Returns the description of a workload; `nil` if the catalogue does not have it.
  package func workload(_ id: String) -> WorkloadDescription? { workloads.first { $0.id == id } }

  /// The ids of the workloads that are lists of actions.
  package var measuredWorkloads: [String] {
    workloads.map(\.id).filter { measured[$0] != nil }
  }

  /// Returns a Boolean value that indicates whether a scenario's store is a measured store.
  package func isMeasured(_ scenario: Scenario) -> Bool { measuredWork(of: scenario) != nil }

  /// Returns a Boolean value that indicates whether no reducer checks the store of a scenario.
  package func isUnchecked(_ scenario: Scenario) -> Bool {
    guard let work = measuredWork(of: scenario) else { return false }
    return !work.hasState || measured[scenario.workload]?.first?.isReducer != true
  }

  private func measuredWork(of scenario: Scenario) -> MeasuredWork? {
    measured[scenario.workload]?.first { !$0.isReducer && $0.design.id == scenario.design }
  }

  /// Returns the number of slots of `features` copies of a workload.
  package func slots(workload: String, features: Int) -> Int {
    // The features of a list of actions are the rows of one state.
    let copies = measured[workload] == nil ? features : 1
    return copies * (workloads.first { $0.id == workload }?.slotsPerCopy ?? 1)
  }

  /// Returns the designs with one of these questions, in the order of their registration.
  package func designs(asked questions: Set<DesignDescription.Question>) -> [String] {
    designs.filter { !$0.questions.isDisjoint(with: questions) }.map(\.id)
  }

  /// Returns the designs that can hold a workload whose effects call a service.
  package func designsWithServices(workload: String) -> [String] {
    designs.map(\.id).filter { effectLoad(of: .plain(workload: workload, design: $0)) != nil }
  }

  /// The designs whose processes keep the main thread in a run loop.
  package var mainThreadDesigns: Set<String> {
    Set(designs.filter(\.keepsMainThread).map(\.id))
  }

  // MARK: - Adding

  mutating func refuse(_ fault: String) { refusals.append(fault) }

  mutating func add(_ design: DesignDescription) {
    if !designs.contains(design) { designs.append(design) }
  }

  @usableFromInline
  mutating func add(
    _ workload: WorkloadDescription, isAlone: Bool = false,
    fold: @escaping @MainActor (TrialContext) -> FoldParts
  ) {
    guard !workloads.contains(workload) else { return }
    if isAlone { measuredAlone.insert(workload.id) }
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

  /// Adds workloads whose ids contain numbers, such as `spin:500`.
  ///
  /// - Parameter parts: Returns the parts of a trial; `nil` for other workloads.
  package mutating func addFamily(_ parts: @escaping @MainActor (TrialContext) -> TrialParts?) {
    families.append(parts)
  }

  @usableFromInline
  mutating func add(_ workers: SharedDesign, of design: DesignDescription) {
    add(design)
    shared[design.id] = workers
  }
}
