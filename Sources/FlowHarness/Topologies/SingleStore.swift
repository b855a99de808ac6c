/// One store for everything.
@usableFromInline
enum SingleStore: StoreTopology {
  @inlinable
  static var topology: Topology { .single }

  @inlinable
  static func plug<D: StoreDesign, S: StoreSocket>(
    _ design: D, _ layout: StoreLayout, into socket: S
  ) -> S.Plugged? where S.F: DividedFeature {
    design.plug(into: socket)
  }

  @usableFromInline
  static func storeCount(_ layout: StoreLayout, features: Int) -> Int? { 1 }
}

extension Topology {
  /// One store for everything.
  public static let single = Topology("single", summary: "one store, one state, reducers joined")
}
