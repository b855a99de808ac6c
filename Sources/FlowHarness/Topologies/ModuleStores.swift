public import Workloads

/// A feature whose modules can have stores of their own.
@usableFromInline
protocol DividedFeature: Splittable {
  /// Plugs in a store for each module; together they are a store of the feature.
  ///
  /// - Parameter depth: The number of scopes between a parent and its children.
  @MainActor
  static func plugStores<Source: ModuleStoreSource, Outer: StoreSocket<Self>>(
    of source: Source, depth: Int, into outer: Outer
  ) -> Outer.Plugged?
}

extension Copies: DividedFeature {
  @MainActor @inlinable
  static func plugStores<Source: ModuleStoreSource, Outer: StoreSocket<Self>>(
    of source: Source, depth: Int, into outer: Outer
  ) -> Outer.Plugged? {
    source.plug(into: CopiesSocket(outer, depth: depth))
  }
}

extension AppFeature: DividedFeature {
  @MainActor @inlinable
  static func plugStores<Source: ModuleStoreSource, Outer: StoreSocket<Self>>(
    of source: Source, depth: Int, into outer: Outer
  ) -> Outer.Plugged? {
    AppStoresBuilder(source, depth: depth, into: outer).plug()
  }
}

/// Provides the stores of single modules.
@MainActor
@usableFromInline
protocol ModuleStoreSource {
  /// Plugs in a store of the socket's module.
  func plug<S: StoreSocket & ChildSocket>(into socket: S) -> S.Plugged?
}

/// Stores that are independent of each other.
@usableFromInline
struct IndependentStores<D: StoreDesign>: ModuleStoreSource {
  @usableFromInline let design: D

  @inlinable
  init(_ design: D) { self.design = design }

  @inlinable
  func plug<S: StoreSocket & ChildSocket>(into socket: S) -> S.Plugged? {
    design.plug(into: socket)
  }
}

/// Children of one store, which holds the whole feature.
@usableFromInline
struct ChildStores<D: StoreDesign>: ModuleStoreSource {
  @usableFromInline let design: D

  @inlinable
  init(_ design: D) { self.design = design }

  @inlinable
  func plug<S: StoreSocket & ChildSocket>(into socket: S) -> S.Plugged? {
    design.plugChildren(into: socket)
  }
}
