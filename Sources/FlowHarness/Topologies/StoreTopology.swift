public import Workloads

/// How the stores of one design are wired together so that they hold a whole.
///
/// A topology is a file with a type that conforms, and a line in `StandardTopologies`.
@usableFromInline
protocol StoreTopology {
  /// Its name and what can be said of it.
  static var topology: Topology { get }

  /// Plugs in stores that together hold many copies of a module.
  @MainActor
  static func plug<D: StoreDesign, S: StoreSocket, Base: LeafFeature>(
    _ design: D, copiesOf base: Base.Type, _ layout: StoreLayout, into socket: S
  ) -> S.Plugged? where S.F == Copies<Base>

  /// Plugs in stores that together hold the app.
  @MainActor
  static func plug<D: StoreDesign, S: StoreSocket>(
    _ design: D, _ layout: StoreLayout, appInto socket: S
  ) -> S.Plugged? where S.F == AppFeature

  /// What can be said of a store that is driven, before one is made.
  ///
  /// - Parameters:
  ///   - whole: The feature that all stores hold together.
  ///   - module: A module of it; for the app, its first kind.
  @MainActor
  static func abilities<D: StoreDesign, Whole: Feature, Module: LeafFeature>(
    of design: D, holding whole: Whole.Type, partly module: Module.Type
  ) -> StoreAbilities?

  /// How many stores hold so many features; `nil` where children of one store are driven.
  static func storeCount(_ layout: StoreLayout, features: Int) -> Int?
}

/// What a scenario says of its topology.
@usableFromInline
package struct StoreLayout {
  /// Among how many stores copies are dealt out.
  @usableFromInline var groups = 1
  /// How many scopes lie between the store and a feature's child.
  @usableFromInline var depth = 1

  @usableFromInline
  package init() {}
}

/// Somebody who is shown every topology as a type.
@usableFromInline
protocol TopologyVisitor {
  mutating func visit<T: StoreTopology>(_ type: T.Type)
}

/// The list of topologies.
@usableFromInline
enum StandardTopologies {
  @inlinable
  static func visit<V: TopologyVisitor>(_ visitor: inout V) {
    visitor.visit(SingleStore.self)
    visitor.visit(StorePerFeature.self)
    visitor.visit(ScopedStores.self)
    visitor.visit(GroupedStores.self)
    visitor.visit(StorePerUser.self)
  }
}

extension Topology {
  /// Plugs in stores of many copies, wired like this.
  @MainActor
  @inlinable
  func plug<D: StoreDesign, S: StoreSocket, Base: LeafFeature>(
    _ design: D, copiesOf base: Base.Type, _ layout: StoreLayout, into socket: S
  ) -> S.Plugged? where S.F == Copies<Base> {
    var visitor = CopiesPlugger<D, S, Base>(
      wanted: self, design: design, layout: layout, socket: socket)
    StandardTopologies.visit(&visitor)
    return visitor.plugged
  }

  /// Plugs in stores of the app, wired like this.
  @MainActor
  @inlinable
  func plug<D: StoreDesign, S: StoreSocket>(
    _ design: D, _ layout: StoreLayout, appInto socket: S
  ) -> S.Plugged? where S.F == AppFeature {
    var visitor = AppPlugger(wanted: self, design: design, layout: layout, socket: socket)
    StandardTopologies.visit(&visitor)
    return visitor.plugged
  }

  /// What can be said of a store in stores that are wired like this.
  @MainActor
  @usableFromInline
  func abilities<D: StoreDesign, Whole: Feature, Module: LeafFeature>(
    of design: D, holding whole: Whole.Type, partly module: Module.Type
  ) -> StoreAbilities? {
    var visitor = AbilityFinder<D, Whole, Module>(wanted: self, design: design)
    StandardTopologies.visit(&visitor)
    return visitor.abilities
  }

  /// How many stores hold so many features; `nil` where children of one store are driven.
  package func storeCount(_ layout: StoreLayout, features: Int) -> Int? {
    var visitor = StoreCounter(wanted: self, layout: layout, features: features)
    StandardTopologies.visit(&visitor)
    return visitor.count
  }
}

@MainActor
@usableFromInline
struct CopiesPlugger<
  D: StoreDesign, S: StoreSocket, Base: LeafFeature
>: @MainActor TopologyVisitor where S.F == Copies<Base> {
  @usableFromInline let wanted: Topology
  @usableFromInline let design: D
  @usableFromInline let layout: StoreLayout
  @usableFromInline let socket: S
  @usableFromInline var plugged: S.Plugged?

  @inlinable
  init(wanted: Topology, design: D, layout: StoreLayout, socket: S) {
    self.wanted = wanted
    self.design = design
    self.layout = layout
    self.socket = socket
  }

  @inlinable
  mutating func visit<T: StoreTopology>(_ type: T.Type) {
    guard T.topology == wanted else { return }
    plugged = T.plug(design, copiesOf: Base.self, layout, into: socket)
  }
}

@MainActor
@usableFromInline
struct AppPlugger<
  D: StoreDesign, S: StoreSocket
>: @MainActor TopologyVisitor where S.F == AppFeature {
  @usableFromInline let wanted: Topology
  @usableFromInline let design: D
  @usableFromInline let layout: StoreLayout
  @usableFromInline let socket: S
  @usableFromInline var plugged: S.Plugged?

  @inlinable
  init(wanted: Topology, design: D, layout: StoreLayout, socket: S) {
    self.wanted = wanted
    self.design = design
    self.layout = layout
    self.socket = socket
  }

  @inlinable
  mutating func visit<T: StoreTopology>(_ type: T.Type) {
    guard T.topology == wanted else { return }
    plugged = T.plug(design, layout, appInto: socket)
  }
}

@MainActor
private struct AbilityFinder<
  D: StoreDesign, Whole: Feature, Module: LeafFeature
>: @MainActor TopologyVisitor {
  let wanted: Topology
  let design: D
  var abilities: StoreAbilities?

  mutating func visit<T: StoreTopology>(_ type: T.Type) {
    guard T.topology == wanted else { return }
    abilities = T.abilities(of: design, holding: Whole.self, partly: Module.self)
  }
}

private struct StoreCounter: TopologyVisitor {
  let wanted: Topology
  let layout: StoreLayout
  let features: Int
  var count: Int?

  mutating func visit<T: StoreTopology>(_ type: T.Type) {
    guard T.topology == wanted else { return }
    count = T.storeCount(layout, features: features)
  }
}
