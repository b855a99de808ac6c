/// The wiring of the stores that together hold a feature.
///
/// A new topology is a case here, with its summary, its stores and their number.
public enum Topology: String, CaseIterable, Hashable, Sendable, Codable {
  /// One store for everything.
  case single
  /// One store for each feature.
  case perFeature = "per-feature"
  /// One store whose features are driven through children.
  case scoped
  /// Several stores, each with several features.
  case grouped
  /// One store for each copy of the app.
  case perUser = "per-user"

  /// A description in one line.
  public var summary: String {
    switch self {
    case .single: "one store, one state, reducers joined"
    case .perFeature: "one store for each feature"
    case .scoped: "one store, each feature driven through its own child"
    case .grouped: "g stores with several features each"
    case .perUser: "one store for each copy of the whole app, as on each user's phone"
    }
  }

  /// The number that a topology has besides the number of features.
  package var sizes: Sizes {
    switch self {
    case .scoped: .depth
    case .grouped: .groups
    case .single, .perFeature, .perUser: .none
    }
  }

  package enum Sizes: Sendable {
    case none
    /// The number of stores that share the copies.
    case groups
    /// The number of scopes between the store and a feature's child.
    case depth
  }

  /// Creates stores of the feature, wired in this topology.
  @MainActor
  @inlinable
  func makeStore<D: StoreDesign, S: StoreBuilder>(
    _ design: D, _ layout: StoreLayout, with builder: S
  ) -> S.Built? where S.F: DividedFeature {
    switch self {
    case .single: design.makeStore(with: builder)
    case .perFeature:
      S.F.makeStores(of: IndependentStores(design), depth: layout.depth, with: builder)
    case .scoped: S.F.makeStores(of: ChildStores(design), depth: layout.depth, with: builder)
    case .grouped, .perUser:
      design.makeStore(with: GroupedStoreBuilder(builder, groups: layout.groups))
    }
  }

  /// Returns the number of stores for a number of features; `nil` if children of one store are
  /// driven.
  package func storeCount(_ layout: StoreLayout, features: Int) -> Int? {
    switch self {
    case .single: 1
    case .perFeature: features
    case .scoped: nil
    case .grouped, .perUser: layout.groups
    }
  }
}

/// The numbers of a scenario's topology.
@usableFromInline
package struct StoreLayout {
  /// The number of stores that share the copies.
  @usableFromInline var groups = 1
  /// The number of scopes between the store and a feature's child.
  @usableFromInline var depth = 1

  @usableFromInline
  package init() {}
}
