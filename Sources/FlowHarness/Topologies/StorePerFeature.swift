public import Workloads

/// One store for each feature.
@usableFromInline
enum StorePerFeature: StoreTopology {
  @inlinable
  static var topology: Topology { .perFeature }

  @inlinable
  static func plug<D: StoreDesign, S: StoreSocket, Base: LeafFeature>(
    _ design: D, copiesOf base: Base.Type, _ layout: StoreLayout, into socket: S
  ) -> S.Plugged? where S.F == Copies<Base> {
    design.plug(into: PerFeatureSocket(socket))
  }

  @inlinable
  static func plug<D: StoreDesign, S: StoreSocket>(
    _ design: D, _ layout: StoreLayout, appInto socket: S
  ) -> S.Plugged? where S.F == AppFeature {
    AppStoresBuilder(IndependentStores(design), into: socket).plug()
  }

  @usableFromInline
  static func abilities<D: StoreDesign, Whole: Feature, Module: LeafFeature>(
    of design: D, holding whole: Whole.Type, partly module: Module.Type
  ) -> StoreAbilities? {
    design.plug(into: ProbeSocket<Module>())
  }

  @usableFromInline
  static func storeCount(_ layout: StoreLayout, features: Int) -> Int? { features }
}

extension Topology {
  /// One store for each feature.
  public static let perFeature = Topology("per-feature", summary: "one store for each feature")
}
