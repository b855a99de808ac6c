import FlowResults
import PlainText

/// A column of `samples.csv` or `loads.csv` by which scenarios are compared.
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

  /// The level of a scenario in this dimension; empty if it has none.
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
    default: size(of: dimensions).map { "\($0)" } ?? ""
    }
  }

  /// The level as a number; `nil` if it is a name, or there is none.
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

  /// A Boolean value that indicates whether the levels are numbers.
  var isSize: Bool {
    [.features, .groups, .observers, .senders, .depth, .middlewares].contains(self)
  }

  /// Dimensions that this one determines: a store has groups because its topology is `grouped`, and
  /// observers because of its views.
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

  /// The dimensions along which the winner may change.
  static let sizes: [Dimension] = [.features, .observers, .depth, .middlewares]

  /// The default base level.
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

  /// The dimension of an option's value.
  static func named(_ name: String, option: String) throws(PlanError) -> Dimension {
    guard let dimension = Dimension(rawValue: name) else {
      throw .unknown(
        option: option, kind: "dimension", name: name, known: allCases.map(\.rawValue))
    }
    return dimension
  }
}

extension MeasuredScenario {
  /// The levels of a scenario, without hidden dimensions and plain levels.
  func description(without hidden: Set<Dimension>) -> String {
    let shown: [Dimension] = [
      .workload, .features, .topology, .distribution, .views, .observers, .storage, .middlewares,
      .completion, .load, .design,
    ]
    let parts = shown.compactMap { dimension -> String? in
      let level = dimension.level(of: dimensions)
      guard !hidden.contains(dimension), !level.isEmpty else { return nil }
      switch dimension {
      case .features: return dimensions.features.map { CountText.text($0, "feature") }
      case .observers: return level == "0" ? nil : CountText.text(Int(level) ?? 0, "observer")
      case .middlewares: return level == "0" ? nil : CountText.text(Int(level) ?? 0, "middleware")
      case .topology: return [level, topologyDetail].compactMap { $0 }.joined(separator: ":")
      case .design: return hidden.contains(.affinity) ? level : label
      default: return level == dimension.plainLevel ? nil : level
      }
    }
    return parts.joined(separator: " · ")
  }

  /// The design as tables name it.
  var label: String {
    dimensions.affinity == Dimensions.free ? "\(dimensions.design)@free" : dimensions.design
  }

  private var topologyDetail: String? {
    if dimensions.topology == Dimensions.grouped { return dimensions.groups.map { "\($0)" } }
    return dimensions.depth.flatMap { $0 == 1 ? nil : "\($0)" }
  }
}
