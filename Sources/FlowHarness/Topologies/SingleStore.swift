public import Workloads

/// One store for everything.
@usableFromInline
enum SingleStore: StoreTopology {
  @inlinable
  static var topology: Topology { .single }

  @inlinable
  static func plug<D: StoreDesign, S: StoreSocket, Base: LeafFeature>(
    _ design: D, copiesOf base: Base.Type, _ layout: StoreLayout, into socket: S
  ) -> S.Plugged? where S.F == Copies<Base> {
    design.plug(into: socket)
  }

  @inlinable
  static func plug<D: StoreDesign, S: StoreSocket>(
    _ design: D, _ layout: StoreLayout, appInto socket: S
  ) -> S.Plugged? where S.F == AppFeature {
    design.plug(into: socket)
  }

  @usableFromInline
  static func abilities<D: StoreDesign, Whole: Feature, Module: LeafFeature>(
    of design: D, holding whole: Whole.Type, partly module: Module.Type
  ) -> StoreAbilities? {
    design.plug(into: ProbeSocket<Whole>())
  }

  @usableFromInline
  static func storeCount(_ layout: StoreLayout, features: Int) -> Int? { 1 }
}

extension Topology {
  /// One store for everything.
  public static let single = Topology("single", summary: "one store, one state, reducers joined")
}
