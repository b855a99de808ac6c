import FlowCore
public import Foundation
public import Workloads

/// Which designs can hold which workloads in which topologies: the only list of them.
///
/// Another package adds its own store by `register`, with one small adapter type, or its own
/// feature with the adapters that are here. The closures kept here are made from concrete types:
/// everything is erased once for each trial, never for an action.
@MainActor
public struct Catalogue {
  /// What needs an entry of its own: everything else is the same code for any value.
  struct Key: Hashable {
    let workload: String
    let design: String
    let topology: Topology
    var middlewares = MiddlewareCount.none
    var answers = Answers.atOnce
  }

  /// For how many middlewares an entry is.
  enum MiddlewareCount: Hashable {
    /// The design as it is without any that let every action pass.
    case none
    /// A store whose type has this many.
    case exactly(Int)
    /// A store that takes as many as it is given.
    case any
  }

  /// How to make what a trial drives.
  struct Entry {
    let notification: NotificationStyle
    /// How many features its scenarios may have.
    let mostFeatures: Int
    let make: @MainActor (TrialContext) -> TrialParts
  }

  /// The designs in the order of their registration.
  public private(set) var designs: [DesignDescription] = []
  /// The workloads in the order of their registration.
  public private(set) var workloads: [WorkloadDescription] = []
  private var entries: [Key: Entry] = [:]
  /// Those whose effects take as long as a load's service.
  private var effectEntries: [Key: EffectEntry] = [:]
  /// The designs that several producers can send to at once, by their ids.
  private(set) var shared: [String: SharedDesign] = [:]

  /// An empty catalogue.
  public init() {}

  /// How a scenario's design tells its views of a change; `nil` when the catalogue does not have
  /// that design with that workload and topology.
  public func notification(
    workload: String, design: String, topology: Topology
  ) -> NotificationStyle? {
    entries[Key(workload: workload, design: design, topology: topology)]?.notification
  }

  /// How a scenario's design tells its views of a change; `nil` when the catalogue does not have
  /// that design with that workload, in that topology, with such middlewares and answers.
  public func notification(of scenario: Scenario) -> NotificationStyle? {
    guard scenario.answers == .served else { return entry(of: scenario)?.notification }
    return effectEntry(of: scenario).map { _ in .none }
  }

  /// How effects that take time are driven; `nil` when the catalogue does not have that.
  func effectEntry(of scenario: Scenario) -> EffectEntry? {
    guard scenario.middlewares == 0 else { return nil }
    return effectEntries[
      Key(
        workload: scenario.workload, design: scenario.design, topology: scenario.topology,
        answers: .served)]
  }

  mutating func addEffects(
    _ entry: EffectEntry, design: DesignDescription, workload: WorkloadDescription,
    topology: Topology
  ) {
    let key = Key(
      workload: workload.id, design: design.id, topology: topology, answers: .served)
    effectEntries[key] = entry
  }

  func parts(of context: TrialContext) throws(PlanError) -> TrialParts {
    guard let entry = entry(of: context.scenario) else {
      throw .unsupported(context.scenario.id)
    }
    return entry.make(context)
  }

  private func entry(of scenario: Scenario) -> Entry? {
    let count = scenario.middlewares
    // Middlewares look at the actions of one module.
    guard count == 0 || scenario.features == 1 else { return nil }
    let fitting: [MiddlewareCount] = count == 0 ? [.none] : [.exactly(count), .any]
    return fitting.lazy.compactMap {
      entries[
        Key(
          workload: scenario.workload, design: scenario.design, topology: scenario.topology,
          middlewares: $0, answers: scenario.answers)]
    }.first { scenario.features <= $0.mostFeatures }
  }

  /// Adds a module's workload for a design, in the topologies that need no scoping.
  ///
  /// A single store of one feature holds the module itself, not a collection of one.
  ///
  /// - Parameter answers: The ways to answer that the store's shape can take; a store whose effects
  ///   are asynchronous takes both, by awaiting `effectDependencies()`.
  public mutating func register<S: SynchronousModuleStore>(
    _ type: S.Type, design: DesignDescription, workload: Workload<S.F>,
    answers: [Answers] = [.atOnce]
  ) {
    add(design, workload.description, .single, S.notification, answers: answers) { context in
      guard context.scenario.features > 1 else {
        return context.parts(feature: workload.make) {
          TrialSubject.driving($0, store: S($0.feature))
        }
      }
      return context.parts(of: workload) { TrialSubject.driving($0, store: S.Many($0.feature)) }
    }
    add(design, workload.description, .perFeature, S.notification, answers: answers) { context in
      context.parts(of: workload) { input in
        let stores = (0..<input.feature.count).map { _ in S(input.feature.base) }
        return TrialSubject.driving(input, store: PerFeature(stores))
      }
    }
    add(design, workload.description, .grouped, S.notification, answers: answers) { context in
      context.parts(of: workload) { input in
        let store = Grouped(
          input.feature, groups: context.scenario.groups, make: { S.Many($0) })
        return TrialSubject.driving(input, store: store)
      }
    }
  }

  /// Adds a module's workload for a design that is driven through children of one store.
  mutating func registerScoped<S: ScopedModuleStore>(
    _ type: S.Type, design: DesignDescription, workload: Workload<S.F>,
    answers: [Answers] = [.atOnce]
  ) {
    add(design, workload.description, .scoped, S.ChildOfMany.notification, answers: answers) {
      context in
      context.parts(of: workload) { input in
        let parent = S.Many(input.feature)
        var children: [S.ChildOfMany] = []
        for copy in 0..<input.feature.count {
          let base = input.feature.base
          children.append(S.scoped(to: parent, base, copy: copy, depth: context.depth))
        }
        return TrialSubject.driving(input, store: PerFeature(children, owner: parent))
      }
    }
  }

  /// Adds a module's workload for a design whose `send` suspends; `answers` as above.
  public mutating func register<S: SuspendingModuleStore>(
    _ type: S.Type, design: DesignDescription, workload: Workload<S.F>,
    answers: [Answers] = [.atOnce]
  ) {
    add(design, workload.description, .single, S.notification, answers: answers) { context in
      guard context.scenario.features > 1 else {
        return context.parts(feature: workload.make) {
          TrialSubject.driving($0, store: S($0.feature))
        }
      }
      return context.parts(of: workload) { TrialSubject.driving($0, store: S.Many($0.feature)) }
    }
    add(design, workload.description, .perFeature, S.notification, answers: answers) { context in
      context.parts(of: workload) { input in
        let stores = (0..<input.feature.count).map { _ in S(input.feature.base) }
        return TrialSubject.driving(input, store: SuspendingPerFeature(stores))
      }
    }
    add(design, workload.description, .grouped, S.notification, answers: answers) { context in
      context.parts(of: workload) { input in
        let store = SuspendingGrouped(
          input.feature, groups: context.scenario.groups, make: { S.Many($0) })
        return TrialSubject.driving(input, store: store)
      }
    }
  }

  /// Adds a module's workload for a suspending design driven through children of one store.
  mutating func registerScoped<S: SuspendingScopedModuleStore>(
    _ type: S.Type, design: DesignDescription, workload: Workload<S.F>,
    answers: [Answers] = [.atOnce]
  ) {
    add(design, workload.description, .scoped, S.notification, answers: answers) { context in
      context.parts(of: workload) { input in
        let parent = S.Many(input.feature)
        var children: [S] = []
        for copy in 0..<input.feature.count {
          let base = input.feature.base
          children.append(S.scoped(to: parent, base, copy: copy, depth: context.depth))
        }
        return TrialSubject.driving(input, store: SuspendingPerFeature(children))
      }
    }
  }

  /// Adds a module's workload for a suspending design that is driven away from the main actor.
  public mutating func registerConcurrent<S: SuspendingModuleStore & ConcurrentStore>(
    _ type: S.Type, design: DesignDescription, workload: Workload<S.F>
  ) where S.Many: ConcurrentStore {
    add(design, workload.description, .single, .none) { context in
      guard context.scenario.features > 1 else {
        return context.parts(feature: workload.make) {
          TrialSubject.drivingConcurrently($0, store: S($0.feature))
        }
      }
      return context.parts(of: workload) {
        TrialSubject.drivingConcurrently($0, store: S.Many($0.feature))
      }
    }
    add(design, workload.description, .perFeature, .none) { context in
      context.parts(of: workload) { input in
        let stores = (0..<input.feature.count).map { _ in S(input.feature.base) }
        return TrialSubject.drivingConcurrently(input, store: SuspendingPerFeature(stores))
      }
    }
    add(design, workload.description, .grouped, .none) { context in
      context.parts(of: workload) { input in
        let store = SuspendingGrouped(
          input.feature, groups: context.scenario.groups, make: { S.Many($0) })
        return TrialSubject.drivingConcurrently(input, store: store)
      }
    }
  }

  mutating func add(
    _ design: DesignDescription, _ workload: WorkloadDescription, _ topology: Topology,
    _ notification: NotificationStyle, middlewares: MiddlewareCount = .none,
    answers: [Answers] = [.atOnce], mostFeatures: Int = .max,
    make: @escaping @MainActor (TrialContext) -> TrialParts
  ) {
    if !designs.contains(design) { designs.append(design) }
    if !workloads.contains(workload) { workloads.append(workload) }
    for answers in answers {
      let key = Key(
        workload: workload.id, design: design.id, topology: topology,
        middlewares: middlewares, answers: answers)
      entries[key] = Entry(
        notification: notification, mostFeatures: mostFeatures, make: make)
    }
  }

  mutating func addShared(_ design: DesignDescription, _ entry: SharedDesign) {
    if !designs.contains(design) { designs.append(design) }
    shared[design.id] = entry
  }
}

/// One shape of store, for people.
public struct DesignDescription: Sendable, Equatable, Codable {
  /// The word that options and tables use.
  public let id: String
  /// Its shape in one line.
  public let summary: String
  /// Whether the store asks which thread it is on, so that trials must keep the main thread.
  public let keepsMainThread: Bool
  /// Whether what it does moves between executors, so that it matters how many cores there are.
  public let hops: Bool

  /// A design.
  public init(id: String, summary: String, keepsMainThread: Bool = false, hops: Bool = false) {
    self.id = id
    self.summary = summary
    self.keepsMainThread = keepsMainThread
    self.hops = hops
  }
}

/// One workload, for people.
public struct WorkloadDescription: Sendable, Equatable, Codable {
  /// The word that options and tables use.
  public let id: String
  /// What it is in one line.
  public let summary: String

  /// A workload.
  public init(id: String, summary: String) {
    self.id = id
    self.summary = summary
  }
}

/// A module and how to make it with services of its own.
public struct Workload<F: LeafFeature>: Sendable {
  /// What people call it.
  public let description: WorkloadDescription
  /// Makes the module with fresh services.
  public let make: @Sendable (Services) -> F

  /// A workload.
  public init(id: String, summary: String, make: @escaping @Sendable (Services) -> F) {
    description = WorkloadDescription(id: id, summary: summary)
    self.make = make
  }
}

/// What surrounds the features of one trial.
public struct Services: Sendable {
  /// An existing directory where features that keep files write; `nil` keeps them in memory.
  public let directory: URL?
  /// How work answers, for features that can answer in more than one way.
  public let answers: Answers
  /// Whether the feature is for the fold that a store is held against, which nobody times.
  public let isOracle: Bool
  /// The clock that all features share.
  public let clock = SimulatedClock()
}

/// How stores are wired together.
public enum Topology: String, CaseIterable, Sendable, Codable {
  /// One store for everything.
  case single
  /// One store for each feature.
  case perFeature = "per-feature"
  /// One store, each feature driven through a child of it.
  case scoped
  /// Several stores, each with several features.
  case grouped

  /// One line for people.
  public var summary: String {
    switch self {
    case .single: "one store, one state, reducers joined"
    case .perFeature: "one store for each feature"
    case .scoped: "one store, each feature driven through its own child"
    case .grouped: "g stores with several features each"
    }
  }
}
