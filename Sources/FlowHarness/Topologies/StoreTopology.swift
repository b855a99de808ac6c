/// A way in which the stores of one design are wired together so that they hold a feature.
///
/// A topology is a file with a type that conforms, and a line in `StandardTopologies`.
@usableFromInline
protocol StoreTopology {
  /// The topology's name and options.
  static var topology: Topology { get }

  /// Plugs in stores that together hold the socket's feature.
  @MainActor
  static func plug<D: StoreDesign, S: StoreSocket>(
    _ design: D, _ layout: StoreLayout, into socket: S
  ) -> S.Plugged? where S.F: DividedFeature

  /// Returns the number of stores for a number of features; `nil` if children of one store are
  /// driven.
  static func storeCount(_ layout: StoreLayout, features: Int) -> Int?
}

/// The options of a scenario's topology.
@usableFromInline
package struct StoreLayout {
  /// The number of stores that share the copies.
  @usableFromInline var groups = 1
  /// The number of scopes between the store and a feature's child.
  @usableFromInline var depth = 1

  @usableFromInline
  package init() {}
}

/// Receives every topology as a type.
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
  /// Plugs in stores of the socket's feature, wired in this topology.
  @MainActor
  @inlinable
  func plug<D: StoreDesign, S: StoreSocket>(
    _ design: D, _ layout: StoreLayout, into socket: S
  ) -> S.Plugged? where S.F: DividedFeature {
    var visitor = StorePlugger(wanted: self, design: design, layout: layout, socket: socket)
    StandardTopologies.visit(&visitor)
    return visitor.plugged
  }

  /// Returns the number of stores for a number of features; `nil` if children of one store are
  /// driven.
  package func storeCount(_ layout: StoreLayout, features: Int) -> Int? {
    var visitor = StoreCounter(wanted: self, layout: layout, features: features)
    StandardTopologies.visit(&visitor)
    return visitor.count
  }
}

@MainActor
@usableFromInline
struct StorePlugger<
  D: StoreDesign, S: StoreSocket
>: @MainActor TopologyVisitor where S.F: DividedFeature {
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
    plugged = T.plug(design, layout, into: socket)
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
