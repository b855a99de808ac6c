/// One store, each feature driven through a child of it.
@usableFromInline
enum ScopedStores: StoreTopology {
  @inlinable
  static var topology: Topology { .scoped }

  @inlinable
  static func plug<D: StoreDesign, S: StoreSocket>(
    _ design: D, _ layout: StoreLayout, into socket: S
  ) -> S.Plugged? where S.F: DividedFeature {
    S.F.plugStores(of: ChildStores(design), depth: layout.depth, into: socket)
  }

  @usableFromInline
  static func storeCount(_ layout: StoreLayout, features: Int) -> Int? { nil }
}

extension Topology {
  /// One store, each feature driven through a child of it.
  public static let scoped = Topology(
    "scoped", summary: "one store, each feature driven through its own child", sizes: .depth)
}
