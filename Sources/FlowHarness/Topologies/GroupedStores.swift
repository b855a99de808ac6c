public import Workloads

/// Several stores, each with several features.
@usableFromInline
enum GroupedStores: StoreTopology {
  @inlinable
  static var topology: Topology { .grouped }

  @inlinable
  static func plug<D: StoreDesign, S: StoreSocket, Base: LeafFeature>(
    _ design: D, copiesOf base: Base.Type, _ layout: StoreLayout, into socket: S
  ) -> S.Plugged? where S.F == Copies<Base> {
    design.plug(into: GroupedSocket(socket, groups: layout.groups))
  }

  @inlinable
  static func plug<D: StoreDesign, S: StoreSocket>(
    _ design: D, _ layout: StoreLayout, appInto socket: S
  ) -> S.Plugged? where S.F == AppFeature {
    design.plug(into: GroupedSocket(socket, groups: layout.groups))
  }

  @usableFromInline
  static func abilities<D: StoreDesign, Whole: Feature, Module: LeafFeature>(
    of design: D, holding whole: Whole.Type, partly module: Module.Type
  ) -> StoreAbilities? {
    design.plug(into: ProbeSocket<Whole>())
  }

  @usableFromInline
  static func storeCount(_ layout: StoreLayout, features: Int) -> Int? { layout.groups }
}

extension Topology {
  /// Several stores, each with several features.
  public static let grouped = Topology(
    "grouped", summary: "g stores with several features each", sizes: .groups)
}
