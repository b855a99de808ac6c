public import Workloads

/// A row of the table: a design that holds a workload in a topology, with views.
public struct Scenario: Hashable, Sendable, Codable {
  /// The id of the workload.
  public var workload: String
  /// The wiring of the stores.
  public var topology: Topology
  /// The number of copies of the module; for `app`, of each of its seven modules.
  public var features: Int
  /// The number of scopes between the store and a feature's child in `scoped`, unless the views are
  /// a tree; 1 in other topologies.
  public var depth = 1
  /// The distribution of actions over copies.
  public var distribution: Distribution
  /// The shape of the views that read the stores.
  public var views: ViewShape
  /// The number of views.
  public var observers: Int
  /// The storage of saved state.
  public var storage: Storage
  /// The number of middlewares that pass on each action.
  public var middlewares = 0
  /// The completion of effects.
  public var completion = Completion.immediate
  /// The id of the design.
  public var design: String
  /// The cores; `nil` if the system does not let a process choose them.
  public var affinity: Affinity?

  package init(
    workload: String, topology: Topology, features: Int, depth: Int = 1,
    distribution: Distribution, views: ViewShape, observers: Int, storage: Storage,
    middlewares: Int = 0, completion: Completion = Completion.immediate, design: String,
    affinity: Affinity? = nil
  ) {
    self.workload = workload
    self.topology = topology
    self.features = features
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

  /// The name, stable between runs: the workload first, the design last, and `@free` after a design
  /// that is not pinned to one core.
  public var id: String { "\(block)/\(label)" }

  /// The design in tables.
  package var label: String { affinity == .free ? "\(design)@free" : design }

  /// The name without the design.
  package var block: String { family() }

  /// Returns the name without the design and a number; without that of views if it is the features.
  package func family(along size: KeyPath<Scenario, Int>? = nil) -> String {
    var parts = [workload, topology.rawValue]
    if depth != 1, size != \.depth { parts[1] += ":\(depth)" }
    if size != \.features { parts.append(String(features)) }
    parts.append(distribution.description)
    if views != .none {
      let isSized = size != \.features && size != \.observers
      parts.append(views.rawValue + (isSized ? ":\(observers)" : ""))
    }
    if storage != .memory { parts.append(storage.rawValue) }
    if middlewares != 0, size != \.middlewares { parts.append("middlewares:\(middlewares)") }
    if completion != .immediate { parts.append(completion.rawValue) }
    return parts.joined(separator: "/")
  }

  /// The part of the name that determines the actions.
  public var stream: String { "\(workload)/\(features)/\(distribution)" }

  /// The number of scopes between the store and a feature's child; `nil` if there are none.
  public var scopeDepth: Int? {
    guard topology == .scoped else { return nil }
    return views == .tree ? views.depth(observers: observers) : depth
  }

  /// The id of the reference design.
  package static let reference = "floor"

  /// The reference scenario with the same actions and topology, without views, middlewares and
  /// asynchronous effects.
  ///
  /// A loop has no children, so `scoped` is compared with one store. A loop does not hop, so it is
  /// pinned even if the design runs free.
  public var floor: Scenario {
    var floor = self
    floor.design = Self.reference
    floor.views = .none
    floor.observers = 0
    floor.depth = 1
    floor.middlewares = 0
    floor.completion = .immediate
    if affinity != nil { floor.affinity = .pinned }
    if topology == .scoped { floor.topology = .single }
    return floor
  }
}

extension Scenario {
  /// Returns a scenario of one feature with default levels.
  package static func plain(workload: String, design: String, topology: Topology = .single)
    -> Scenario
  {
    Scenario(
      workload: workload, topology: topology, features: 1, distribution: .uniform, views: .none,
      observers: 0, storage: .memory, design: design)
  }
}

/// The storage of saved state.
public enum Storage: String, CaseIterable, Sendable, Codable {
  /// Memory.
  case memory
  /// JSON files in the trial's directory.
  case disk
}
