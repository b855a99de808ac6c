import FlowResults
import PlainText

/// A column of `samples.csv` or `loads.csv` by which scenarios are compared.
enum Dimension: String, CaseIterable, Sendable {
  case workload
  case design
  case topology
  case features
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

  private static let columns = Dictionary(
    uniqueKeysWithValues: Dimensions.columns.map { ($0.name, $0) })

  /// Returns the level of a scenario in this dimension; empty if it has none.
  func level(of dimensions: Dimensions) -> String {
    Self.columns[rawValue]?.cell(dimensions) ?? dimensions.load
  }

  /// Returns the level as a number; `nil` if it is a name, or there is none.
  func size(of dimensions: Dimensions) -> Int? {
    isSize ? Int(level(of: dimensions)) : nil
  }

  /// A Boolean value that indicates whether the levels are numbers.
  var isSize: Bool { Self.columns[rawValue]?.kind == .integer }

  /// The dimensions that this one determines, as the views determine the observers.
  var dependents: [Dimension] {
    switch self {
    case .topology: [.depth]
    case .views: [.observers, .depth]
    case .observers: [.depth]
    case .load: [.senders, .completion]
    default: []
    }
  }

  /// The dimensions along which the cheaper level may change.
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

  /// Returns the dimension that an option names.
  static func named(_ name: String, option: String) throws(PlanError) -> Dimension {
    guard let dimension = Dimension(rawValue: name) else {
      throw .unknown(
        option: option, kind: "dimension", name: name, known: allCases.map(\.rawValue))
    }
    return dimension
  }
}

extension MeasuredScenario {
  /// Returns the levels of a scenario, without hidden dimensions and default levels:
  /// `app · 10 features · inout`.
  func description(without hidden: Set<Dimension>) -> String {
    let shown: [Dimension] = [
      .workload, .features, .topology, .distribution, .views, .observers, .storage, .middlewares,
      .completion, .load, .design,
    ]
    return shown.filter { !hidden.contains($0) }.compactMap { dimension -> String? in
      let level = dimension.level(of: dimensions)
      switch dimension {
      case _ where level.isEmpty: return nil
      case .features: return CountText.text(Int(level) ?? 0, "copy", "copies")
      case .observers, .middlewares:
        return level == "0"
          ? nil : CountText.text(Int(level) ?? 0, String(dimension.rawValue.dropLast()))
      case .topology: return [level, topologyDetail].compactMap { $0 }.joined(separator: ":")
      case .design: return hidden.contains(.affinity) ? level : label
      default: return level == dimension.plainLevel ? nil : level
      }
    }.joined(separator: " · ")
  }

  /// The design in tables.
  var label: String {
    dimensions.affinity == Dimensions.free ? "\(dimensions.design)@free" : dimensions.design
  }

  private var topologyDetail: String? {
    dimensions.depth.flatMap { $0 == 1 ? nil : "\($0)" }
  }
}
