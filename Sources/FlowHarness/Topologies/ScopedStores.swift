public import Workloads

/// One store, each feature driven through a child of it.
@usableFromInline
enum ScopedStores: StoreTopology {
  @inlinable
  static var topology: Topology { .scoped }

  @inlinable
  static func plug<D: StoreDesign, S: StoreSocket, Base: LeafFeature>(
    _ design: D, copiesOf base: Base.Type, _ layout: StoreLayout, into socket: S
  ) -> S.Plugged? where S.F == Copies<Base> {
    design.plugChildren(into: CopiesChildSocket(socket, depth: layout.depth))
  }

  @inlinable
  static func plug<D: StoreDesign, S: StoreSocket>(
    _ design: D, _ layout: StoreLayout, appInto socket: S
  ) -> S.Plugged? where S.F == AppFeature {
    AppStoresBuilder(ChildStores(design), depth: layout.depth, into: socket).plug()
  }

  @usableFromInline
  static func abilities<D: StoreDesign, Whole: Feature, Module: LeafFeature>(
    of design: D, holding whole: Whole.Type, partly module: Module.Type
  ) -> StoreAbilities? {
    design.plugChildren(into: ChildProbeSocket<Whole, Module>())
  }

  @usableFromInline
  static func storeCount(_ layout: StoreLayout, features: Int) -> Int? { nil }
}

extension Topology {
  /// One store, each feature driven through a child of it.
  public static let scoped = Topology(
    "scoped", summary: "one store, each feature driven through its own child", sizes: .depth)
}
