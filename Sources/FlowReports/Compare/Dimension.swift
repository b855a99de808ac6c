import FlowResults

/// A column of `samples.csv` or `loads.csv` that says what was measured, and by which scenarios are
/// compared.
enum Dimension: String, CaseIterable, Sendable {
  case workload
  case design
  case topology
  case features
  case groups
  case distribution
  case views
  case observers
  case senders
  case storage
  case affinity
  case depth
  case middlewares
  case completion
  case load

  /// The name that a scenario has in this dimension; empty when it has none.
  func level(of dimensions: Dimensions) -> String {
    switch self {
    case .workload: dimensions.workload
    case .design: dimensions.design
    case .topology: dimensions.topology
    case .distribution: dimensions.distribution
    case .views: dimensions.views
    case .storage: dimensions.storage
    case .affinity: dimensions.affinity
    case .completion: dimensions.completion
    case .load: dimensions.load
    case .features, .groups, .observers, .senders, .depth, .middlewares:
      size(of: dimensions).map { "\($0)" } ?? ""
    }
  }

  /// The number that a scenario has in this dimension; `nil` where it has a name, or none.
  func size(of dimensions: Dimensions) -> Int? {
    switch self {
    case .features: dimensions.features
    case .groups: dimensions.groups
    case .observers: dimensions.observers
    case .senders: dimensions.senders
    case .depth: dimensions.depth
    case .middlewares: dimensions.middlewares
    default: nil
    }
  }

  /// Whether its levels are numbers.
  var isSize: Bool {
    switch self {
    case .features, .groups, .observers, .senders, .depth, .middlewares: true
    default: false
    }
  }

  /// The dimensions that have no meaning of their own beside this one: a store has groups because
  /// its topology is `grouped`, observers because of its views, senders because its load has them.
  var dependents: [Dimension] {
    switch self {
    case .topology: [.groups, .depth]
    case .views: [.observers, .depth]
    case .features: [.groups]
    case .observers: [.depth]
    case .load: [.senders, .completion]
    default: []
    }
  }

  /// The dimensions along which a winner may change: more of something.
  static let sizes: [Dimension] = [.features, .observers, .depth, .middlewares]

  /// The level that others are held against when nobody says: the plainest one.
  var plainLevel: String? {
    switch self {
    case .design: Dimensions.reference
    case .topology: "single"
    case .distribution: "uniform"
    case .views: "none"
    case .storage: "memory"
    case .affinity: Dimensions.pinned
    case .completion: "immediate"
    default: nil
    }
  }

  /// Reads the name of an option's value.
  static func named(_ name: String, option: String) throws(PlanError) -> Dimension {
    guard let dimension = Dimension(rawValue: name) else {
      throw .unknown(
        option: option, kind: "dimension", name: name, known: allCases.map(\.rawValue))
    }
    return dimension
  }
}
