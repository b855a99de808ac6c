public import Workloads

/// A store for each copy of the app: several stores, each with one copy.
@usableFromInline
enum StorePerUser: StoreTopology {
  @inlinable
  static var topology: Topology { .perUser }

  @inlinable
  static func plug<D: StoreDesign, S: StoreSocket, Base: LeafFeature>(
    _ design: D, copiesOf base: Base.Type, _ layout: StoreLayout, into socket: S
  ) -> S.Plugged? where S.F == Copies<Base> {
    GroupedStores.plug(design, copiesOf: base, layout, into: socket)
  }

  @inlinable
  static func plug<D: StoreDesign, S: StoreSocket>(
    _ design: D, _ layout: StoreLayout, appInto socket: S
  ) -> S.Plugged? where S.F == AppFeature {
    GroupedStores.plug(design, layout, appInto: socket)
  }

  @usableFromInline
  static func abilities<D: StoreDesign, Whole: Feature, Module: LeafFeature>(
    of design: D, holding whole: Whole.Type, partly module: Module.Type
  ) -> StoreAbilities? {
    GroupedStores.abilities(of: design, holding: whole, partly: module)
  }

  @usableFromInline
  static func storeCount(_ layout: StoreLayout, features: Int) -> Int? { layout.groups }
}

extension Topology {
  /// A store for each copy of the app.
  public static let perUser = Topology(
    "per-user", summary: "one store for each copy of the whole app: what each user's phone has")
}
