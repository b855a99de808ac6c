/// One store for each feature.
@usableFromInline
enum StorePerFeature: StoreTopology {
  @inlinable
  static var topology: Topology { .perFeature }

  @inlinable
  static func plug<D: StoreDesign, S: StoreSocket>(
    _ design: D, _ layout: StoreLayout, into socket: S
  ) -> S.Plugged? where S.F: DividedFeature {
    S.F.plugStores(of: IndependentStores(design), depth: layout.depth, into: socket)
  }

  @usableFromInline
  static func storeCount(_ layout: StoreLayout, features: Int) -> Int? { features }
}

extension Topology {
  /// One store for each feature.
  public static let perFeature = Topology("per-feature", summary: "one store for each feature")
}
