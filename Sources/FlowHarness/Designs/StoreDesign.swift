public import Workloads

/// A store design that can hold any feature, which a package provides to measure its own store.
///
/// One generic method creates the stores, so that one `Catalogue.add` adds the design for every
/// workload and topology, compiled for its own types in the module that adds it:
///
/// ```swift
/// struct MyDesign: StoreDesign {
///   let description = DesignDescription(id: "mine", summary: "the store of our app")
///   func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? { builder.makeStore { MyAdapter($0) } }
/// }
/// ```
///
/// The other methods are optional abilities. Scenarios that need a missing ability omit the design.
@MainActor
public protocol StoreDesign {
  /// The name and the properties of the design.
  var description: DesignDescription { get }

  /// Passes a closure that creates a store of the builder's feature to the builder. Requests of the
  /// feature are answered before the next action is sent.
  ///
  /// - Returns: The builder's result; `nil` for a feature that the design does not support.
  func makeStore<S: StoreBuilder>(with builder: S) -> S.Built?

  /// As `makeStore(with:)`, for effects that suspend: the store awaits the feature's `answer(_:)`, which
  /// suspends once. `verify` checks that it does.
  func makeSuspendingStore<S: StoreBuilder>(with builder: S) -> S.Built?

  /// As `makeSuspendingStore(with:)`, for senders that do not wait: several effects are in flight, and a
  /// newer one with the same `cancellationKey(of:)` cancels the older one.
  func makeOverlappingStore<S: StoreBuilder>(with builder: S) -> S.Built?

  /// Passes closures that create a store, and children of it that hold one module each.
  func makeChildren<S: ChildStoreBuilder>(with builder: S) -> S.Built?

  /// As `makeStore(with:)`, with `count` middlewares that each call `ObservingFeature.observe(_:)` and
  /// pass the action on.
  ///
  /// - Returns: The builder's result; `nil` for an unsupported number of middlewares.
  func makeStoreWithMiddlewares<S: StoreBuilder>(_ count: Int, with builder: S) -> S.Built?
  where S.F: ObservingFeature

  /// Passes a closure that creates a store whose effects stay in flight until they are cancelled.
  func makeLingeringStore<S: StoreBuilder>(with builder: S) -> S.Built? where S.F == LingerFeature
}

extension StoreDesign {
  /// Returns `nil`, because effects that suspend are optional.
  @inlinable public func makeSuspendingStore<S: StoreBuilder>(with builder: S) -> S.Built? { nil }

  /// Creates the store for effects that suspend.
  @inlinable public func makeOverlappingStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    makeSuspendingStore(with: builder)
  }

  /// Returns `nil`, because children are optional.
  @inlinable public func makeChildren<S: ChildStoreBuilder>(with builder: S) -> S.Built? { nil }

  /// Returns `nil`, because middlewares are optional.
  @inlinable public func makeStoreWithMiddlewares<S: StoreBuilder>(
    _ count: Int, with builder: S
  ) -> S.Built? where S.F: ObservingFeature { nil }

  /// Returns `nil`, because effects that stay in flight are optional.
  @inlinable public func makeLingeringStore<S: StoreBuilder>(
    with builder: S
  ) -> S.Built? where S.F == LingerFeature { nil }
}

/// A store design that is written for one feature: a lower bound for stores of any feature.
///
/// Its store is not generic, and holds one module without middlewares.
@MainActor
public protocol FeatureDesign {
  /// The feature of the store.
  associatedtype F: LeafFeature

  /// The name and the properties, which designs for other features may share.
  var description: DesignDescription { get }

  /// Passes a closure that creates a store of the feature to the builder.
  func makeStore<S: StoreBuilder>(with builder: S) -> S.Built where S.F == F
}
