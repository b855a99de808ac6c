public import Workloads

/// A feature whose modules can have stores of their own.
@usableFromInline
protocol DividedFeature: Feature {
  /// Creates one store that holds the whole feature.
  @MainActor
  static func makeStore<D: StoreDesign, Outer: StoreBuilder<Self>>(
    of design: D, with outer: Outer
  ) -> Outer.Built?

  /// Creates one store per module; together they are a store of the feature.
  ///
  /// - Parameter depth: The number of scopes between a parent and its children.
  @MainActor
  static func makeStores<Source: ModuleStoreSource, Outer: StoreBuilder<Self>>(
    of source: Source, depth: Int, with outer: Outer
  ) -> Outer.Built?
}

extension DividedFeature {
  @MainActor @inlinable
  static func makeStore<D: StoreDesign, Outer: StoreBuilder<Self>>(
    of design: D, with outer: Outer
  ) -> Outer.Built? { design.makeStore(with: outer) }
}

extension Copies: DividedFeature {
  @MainActor @inlinable
  static func makeStores<Source: ModuleStoreSource, Outer: StoreBuilder<Self>>(
    of source: Source, depth: Int, with outer: Outer
  ) -> Outer.Built? {
    source.makeStore(with: CopiesStoreBuilder(outer, depth: depth))
  }
}

extension AppFeature: DividedFeature {
  @MainActor @inlinable
  static func makeStores<Source: ModuleStoreSource, Outer: StoreBuilder<Self>>(
    of source: Source, depth: Int, with outer: Outer
  ) -> Outer.Built? {
    AppStoresBuilder(source, depth: depth, with: outer).makeStore()
  }
}

extension LifecycleFeature: DividedFeature {
  @MainActor @inlinable
  static func makeStore<D: StoreDesign, Outer: StoreBuilder<Self>>(
    of design: D, with outer: Outer
  ) -> Outer.Built? { design.makeStore(with: LifecycleStoreBuilder(outer, depth: 1)) }

  @MainActor @inlinable
  static func makeStores<Source: ModuleStoreSource, Outer: StoreBuilder<Self>>(
    of source: Source, depth: Int, with outer: Outer
  ) -> Outer.Built? {
    source.makeStore(with: LifecycleStoreBuilder(outer, depth: depth))
  }
}

/// Provides the stores of single modules.
@MainActor
@usableFromInline
protocol ModuleStoreSource {
  /// Creates a store of the builder's module.
  func makeStore<S: StoreBuilder & ChildStoreBuilder>(with builder: S) -> S.Built?
}

/// Stores that are independent of each other.
@usableFromInline
struct IndependentStores<D: StoreDesign>: ModuleStoreSource {
  @usableFromInline let design: D

  @inlinable
  init(_ design: D) { self.design = design }

  @inlinable
  func makeStore<S: StoreBuilder & ChildStoreBuilder>(with builder: S) -> S.Built? {
    design.makeStore(with: builder)
  }
}

/// Children of one store, which holds the whole feature.
@usableFromInline
struct ChildStores<D: StoreDesign>: ModuleStoreSource {
  @usableFromInline let design: D

  @inlinable
  init(_ design: D) { self.design = design }

  @inlinable
  func makeStore<S: StoreBuilder & ChildStoreBuilder>(with builder: S) -> S.Built? {
    design.makeChildren(with: builder)
  }
}
