public import Workloads

/// One row of the table: a design, holding a workload, wired by a topology, watched by views.
public struct Scenario: Hashable, Sendable, Codable {
  /// The workload's id.
  public var workload: String
  /// How stores are wired.
  public var topology: Topology
  /// Copies of the module (for `app`: of each of its seven modules).
  public var features: Int
  /// Stores that `grouped` deals the copies out to; 1 in every other topology.
  public var groups: Int
  /// Scopes between the store and a feature's child in `scoped`, unless the views are a tree; 1 in
  /// every other topology.
  public var depth = 1
  /// Which feature gets the next action.
  public var distribution: Distribution
  /// The shape of the views that read the stores.
  public var views: ViewShape
  /// How many views there are.
  public var observers: Int
  /// Where features keep what they save.
  public var storage: Storage
  /// Middlewares that look at each action and let it pass.
  public var middlewares = 0
  /// How the work that features ask for answers.
  public var completion = Completion.immediate
  /// The design's id.
  public var design: String
  /// On which cores; `nil` where the system does not let us choose.
  public var affinity: Affinity?

  package init(
    workload: String, topology: Topology, features: Int, groups: Int, depth: Int = 1,
    distribution: Distribution, views: ViewShape, observers: Int, storage: Storage,
    middlewares: Int = 0, completion: Completion = Completion.immediate, design: String,
    affinity: Affinity? = nil
  ) {
    self.workload = workload
    self.topology = topology
    self.features = features
    self.groups = groups
    self.depth = depth
    self.distribution = distribution
    self.views = views
    self.observers = observers
    self.storage = storage
    self.middlewares = middlewares
    self.completion = completion
    self.design = design
    self.affinity = affinity
  }

  /// The scenario's name, stable from run to run: workload first, design last, and `@free` after a
  /// design that is not pinned to one core.
  public var id: String { "\(block)/\(label)" }

  /// The design as tables name it.
  package var label: String { affinity == .free ? "\(design)@free" : design }

  /// The name without the design: what scenarios that compare designs share.
  package var block: String { block(isSized: true) }

  /// The block without the numbers of features and views: what a sweep over them shares.
  package var family: String { block(isSized: false) }

  private func block(isSized: Bool) -> String {
    var parts = [workload, topology.rawValue]
    if topology.sizes == .groups { parts[1] += ":\(groups)" }
    if depth != 1 { parts[1] += ":\(depth)" }
    if isSized { parts.append(String(features)) }
    parts.append(distribution.description)
    if views != .none { parts.append(views.rawValue + (isSized ? ":\(observers)" : "")) }
    if storage != .memory { parts.append(storage.rawValue) }
    if middlewares != 0 { parts.append("middlewares:\(middlewares)") }
    if completion != .immediate { parts.append(completion.rawValue) }
    return parts.joined(separator: "/")
  }

  /// What decides its actions: equal for every design, topology, view, middleware and answer.
  public var stream: String { "\(workload)/\(features)/\(distribution)" }

  /// How many scopes lie between the store and a feature's child; `nil` where there are none.
  public var scopeDepth: Int? {
    guard topology.sizes == .depth else { return nil }
    return views == .tree ? views.depth(observers: observers) : depth
  }

  /// The design that all others are compared with, where a catalogue has it.
  package static let reference = "floor"

  /// The floor without views and middlewares, which answers at once, over the same actions in the same topology; for `scoped`, in one
  /// store, since a loop has no children. It hops nowhere, so it is the pinned one also for designs
  /// that run free.
  public var floor: Scenario {
    var floor = self
    floor.design = Self.reference
    floor.views = .none
    floor.observers = 0
    floor.depth = 1
    floor.middlewares = 0
    floor.completion = .immediate
    if affinity != nil { floor.affinity = .pinned }
    if topology.sizes == .depth { floor.topology = .single }
    return floor
  }
}

extension Scenario {
  /// One feature, all actions alike, and nothing around it.
  package static func plain(workload: String, design: String, topology: Topology = .single)
    -> Scenario
  {
    Scenario(
      workload: workload, topology: topology, features: 1, groups: 1, distribution: .uniform,
      views: .none, observers: 0, storage: .memory, design: design)
  }
}

extension StoreLayout {
  /// What a scenario says of its topology.
  @usableFromInline
  package init(_ scenario: Scenario) {
    self.init()
    groups = scenario.topology == .perUser ? scenario.features : scenario.groups
    depth = scenario.scopeDepth ?? 1
  }
}

/// Where features keep what they save.
public enum Storage: String, CaseIterable, Sendable, Codable {
  /// In a box in memory.
  case memory
  /// In JSON files in a directory of the trial's own.
  case disk
}
