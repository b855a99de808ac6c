import Workloads

/// The wiring of the stores that together hold a feature.
///
/// A new topology is a case here, with its summary, its stores and their number.
public enum Topology: String, CaseIterable, Hashable, Sendable, Codable {
  /// One store for everything.
  case single
  /// One store per module.
  case perFeature = "per-feature"
  /// One store whose features are driven through children.
  case scoped

  /// A description in one line.
  public var summary: String {
    switch self {
    case .single: "one store, one state, reducers joined"
    case .perFeature: "one store per module"
    case .scoped: "one store, with a child for each module"
    }
  }

  /// Creates stores of the feature, wired in this topology.
  ///
  /// - Parameter depth: The number of scopes between the store and a feature's child.
  @MainActor
  @inlinable
  func makeStore<D: StoreDesign, S: StoreBuilder>(
    _ design: D, depth: Int, with builder: S
  ) -> S.Built? where S.F: DividedFeature {
    switch self {
    case .single: S.F.makeStore(of: design, with: builder)
    case .perFeature: S.F.makeStores(of: IndependentStores(design), depth: depth, with: builder)
    case .scoped: S.F.makeStores(of: ChildStores(design), depth: depth, with: builder)
    }
  }

  /// Returns the number of stores for a number of features; `nil` if children of one store are
  /// driven.
  package func storeCount(features: Int) -> Int? {
    switch self {
    case .single: 1
    case .perFeature: features
    case .scoped: nil
    }
  }
}
