public import Workloads

/// A shape of store, and how it holds any feature: all that a package brings to have its own store
/// measured.
///
/// One method says it, generic over what is held, so that one `Catalogue.add` brings the design to
/// every workload and topology, compiled for its own types in the module that adds it:
///
/// ```swift
/// struct MyDesign: StoreDesign {
///   let description = DesignDescription(id: "mine", summary: "the store of our app")
///   func plug<S: StoreSocket>(into socket: S) -> S.Plugged? { socket.plug { MyAdapter($0) } }
/// }
/// ```
///
/// The other methods are abilities that not every store has. By default a design does not have them,
/// and rows that ask for them leave it out by name.
@MainActor
public protocol StoreDesign {
  /// Its name, and what it can do.
  var description: DesignDescription { get }

  /// Plugs in what makes a store that holds the socket's feature. Work that the feature asks for is
  /// answered before the next action is sent.
  ///
  /// - Returns: What the socket returns; `nil` for a feature that the design cannot hold.
  func plug<S: StoreSocket>(into socket: S) -> S.Plugged?

  /// As `plug(into:)`, for work that suspends: the store awaits the feature's `answer(_:)`, which
  /// suspends once. `verify` finds a store that does not.
  func plugSuspending<S: StoreSocket>(into socket: S) -> S.Plugged?

  /// As `plugSuspending(into:)`, where whoever sends does not wait for what he sent: several effects
  /// are in flight, and a newer one with the same `cancellationKey(of:)` cancels the older.
  func plugOverlapping<S: StoreSocket>(into socket: S) -> S.Plugged?

  /// Plugs in a store, and children of it that hold one module each.
  func plugChildren<S: ChildSocket>(into socket: S) -> S.Plugged?

  /// As `plugChildren(into:)`, for work that suspends.
  func plugSuspendingChildren<S: ChildSocket>(into socket: S) -> S.Plugged?

  /// As `plug(into:)`, with so many middlewares that each look at the action, as
  /// `ObservingFeature.observe(_:)` does, and let it pass.
  ///
  /// - Returns: `nil` for a number of middlewares that the design does not have.
  func plugMiddlewares<S: StoreSocket>(_ count: Int, into socket: S) -> S.Plugged?
  where S.F: ObservingFeature

  /// Plugs in a store whose effects stay in flight until they are cancelled.
  func plugLingering<S: StoreSocket>(into socket: S) -> S.Plugged? where S.F == LingerFeature
}

extension StoreDesign {
  /// Effects that suspend are an ability.
  @inlinable public func plugSuspending<S: StoreSocket>(into socket: S) -> S.Plugged? { nil }

  /// What suspends can overlap, unless a design says otherwise.
  @inlinable public func plugOverlapping<S: StoreSocket>(into socket: S) -> S.Plugged? {
    plugSuspending(into: socket)
  }

  /// Children are an ability.
  @inlinable public func plugChildren<S: ChildSocket>(into socket: S) -> S.Plugged? { nil }

  /// Children whose work suspends are an ability.
  @inlinable public func plugSuspendingChildren<S: ChildSocket>(into socket: S) -> S.Plugged? {
    nil
  }

  /// Middlewares are an ability.
  @inlinable public func plugMiddlewares<S: StoreSocket>(
    _ count: Int, into socket: S
  ) -> S.Plugged? where S.F: ObservingFeature { nil }

  /// Effects that stay in flight are an ability.
  @inlinable public func plugLingering<S: StoreSocket>(
    into socket: S
  ) -> S.Plugged? where S.F == LingerFeature { nil }
}

/// A shape of store that is written for one feature and can hold no other: a limit that stores of any
/// feature are held against.
///
/// What it plugs in is made for the feature's own types; nothing of it is generic. It holds one module,
/// alone in a store, without middlewares.
@MainActor
public protocol FeatureDesign {
  /// What it is written for.
  associatedtype F: LeafFeature

  /// Its name, which it may share with the same shape of other features.
  var description: DesignDescription { get }

  /// Plugs in what makes a store that holds the feature.
  func plug<S: StoreSocket>(into socket: S) -> S.Plugged where S.F == F
}
