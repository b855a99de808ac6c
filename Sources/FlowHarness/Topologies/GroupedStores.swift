/// Several stores, each with several features.
@usableFromInline
enum GroupedStores: StoreTopology {
  @inlinable
  static var topology: Topology { .grouped }

  @inlinable
  static func plug<D: StoreDesign, S: StoreSocket>(
    _ design: D, _ layout: StoreLayout, into socket: S
  ) -> S.Plugged? where S.F: DividedFeature {
    design.plug(into: GroupedSocket(socket, groups: layout.groups))
  }

  @usableFromInline
  static func storeCount(_ layout: StoreLayout, features: Int) -> Int? { layout.groups }
}

extension Topology {
  /// Several stores, each with several features.
  public static let grouped = Topology(
    "grouped", summary: "g stores with several features each", sizes: .groups)
}
