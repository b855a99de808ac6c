/// A store for each copy of the app: several stores, each with one copy.
@usableFromInline
enum StorePerUser: StoreTopology {
  @inlinable
  static var topology: Topology { .perUser }

  @inlinable
  static func plug<D: StoreDesign, S: StoreSocket>(
    _ design: D, _ layout: StoreLayout, into socket: S
  ) -> S.Plugged? where S.F: DividedFeature {
    GroupedStores.plug(design, layout, into: socket)
  }

  @usableFromInline
  static func storeCount(_ layout: StoreLayout, features: Int) -> Int? { layout.groups }
}

extension Topology {
  /// A store for each copy of the app.
  public static let perUser = Topology(
    "per-user", summary: "one store for each copy of the whole app: what each user's phone has")
}
