/// How stores are wired together: an entry of the one list of topologies, `StandardTopologies`.
public struct Topology: RawRepresentable, Hashable, Sendable, Codable, CaseIterable {
  /// The word that options and tables use.
  public let rawValue: String
  /// One line for a reader.
  public let summary: String
  /// What scenarios may say of it beside the number of features.
  package let sizes: Sizes

  /// What scenarios may say of a topology beside the number of features.
  package enum Sizes: Sendable {
    /// Nothing.
    case none
    /// Among how many stores the copies are dealt out.
    case groups
    /// How many scopes lie between the store and a feature's child.
    case depth
  }

  init(_ id: String, summary: String, sizes: Sizes = .none) {
    rawValue = id
    self.summary = summary
    self.sizes = sizes
  }

  /// The names of all topologies, for a reader.
  public static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

  /// The topology of a name; `nil` for one that is not in the list.
  public init?(rawValue: String) {
    guard let found = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = found
  }

  /// All topologies, in the order of the list.
  public static let allCases: [Topology] = {
    var names = TopologyNames()
    StandardTopologies.visit(&names)
    return names.all
  }()

  /// Whether they have the same name.
  public static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }

  /// Hashes the name, by which topologies are equal.
  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

private struct TopologyNames: TopologyVisitor {
  var all: [Topology] = []

  mutating func visit<T: StoreTopology>(_ type: T.Type) { all.append(T.topology) }
}
