public import FlowCore
public import Workloads

/// Accepts a closure that creates a store. The protocol of the store determines how it is driven.
///
/// Drivers run on the main actor, so a store that is bound to it has an isolated conformance
/// (`@MainActor SynchronousStore`).
@MainActor
public protocol StoreBuilder<F> {
  /// The feature of the store.
  associatedtype F: Feature
  /// The result of creating a store.
  associatedtype Built

  /// Accepts a store that is idle when `send` returns, or provides `isBusy`.
  ///
  /// - Parameter make: Creates a store; called for each store of the topology.
  func makeStore<S: SynchronousStore>(_ make: @escaping @MainActor (F) -> S) -> Built where S.F == F

  /// Accepts a store that can be created on any actor, which then isolates it. Such a store
  /// supports virtual time and an actor of its own.
  func makeIsolatedStore<S: SynchronousStore & SendableMetatype>(
    _ make: @escaping @Sendable (F, isolated any Actor) -> S
  ) -> Built where S.F == F

  /// Accepts a store to which several threads can send at the same time; copies refer to the same
  /// store.
  func makeSharedStore<S: SynchronousStore & Sendable>(
    _ make: @escaping @MainActor (F) -> S
  ) -> Built where S.F == F

  /// Accepts a store whose `send` suspends until the effects of the action have ended.
  func makeStore<S: SuspendingStore>(_ make: @escaping @MainActor (F) -> S) -> Built where S.F == F

  /// Accepts a store that any executor may call.
  func makeStore<S: ConcurrentStore>(_ make: @escaping @MainActor (F) -> S) -> Built where S.F == F
}

extension StoreBuilder {
  /// Creates the store on the main actor.
  @inlinable public func makeIsolatedStore<S: SynchronousStore & SendableMetatype>(
    _ make: @escaping @Sendable (F, isolated any Actor) -> S
  ) -> Built where S.F == F {
    makeStore { (feature: F) -> S in make(feature, MainActor.shared) }
  }

  /// Uses the store from one thread.
  @inlinable public func makeSharedStore<S: SynchronousStore & Sendable>(
    _ make: @escaping @MainActor (F) -> S
  ) -> Built where S.F == F {
    makeStore(make)
  }
}

/// Accepts closures that create a store, and children of it that hold one module each.
@MainActor
public protocol ChildStoreBuilder<Whole, Module> {
  /// The feature of the parent.
  associatedtype Whole: Feature
  /// The feature of each child.
  associatedtype Module: LeafFeature
  /// The result of creating the stores.
  associatedtype Built

  /// Accepts children that are driven as a synchronous store.
  ///
  /// - Parameters:
  ///   - parent: Creates the parent, which lives as long as its children.
  ///   - child: Creates the child for one module.
  func makeStore<P, C: SynchronousStore>(
    parent: @escaping @MainActor (Whole) -> P,
    child: @escaping @MainActor (P, ChildPart<Whole, Module>) -> C
  ) -> Built where C.F == Module

  /// Accepts children whose `send` suspends.
  func makeStore<P, C: SuspendingStore>(
    parent: @escaping @MainActor (Whole) -> P,
    child: @escaping @MainActor (P, ChildPart<Whole, Module>) -> C
  ) -> Built where C.F == Module
}

/// The position of one module in the parent's state.
public struct ChildPart<Whole: Feature, Module: LeafFeature>: Sendable {
  /// The module of the child.
  public let module: Module
  /// The index of the module among the copies of its kind.
  public let copy: Int
  /// The number of scopes between the parent and the child, at least 1.
  public let depth: Int
  /// The path to the copies of its kind in the parent's state; `nil` if they are the whole state.
  public let copies: (any KeyPath<Whole.State, Copies<Module>.State> & Sendable)?
  /// Returns the module's state in the parent's state.
  public let state: @Sendable (Whole.State) -> Module.State
  /// The parent's actions for the copies.
  public let action: CasePath<Whole.Action, Copies<Module>.Action>

  /// Creates a part.
  @inlinable public init(
    module: Module, copy: Int, depth: Int,
    copies: (any KeyPath<Whole.State, Copies<Module>.State> & Sendable)?,
    state: @escaping @Sendable (Whole.State) -> Module.State,
    action: CasePath<Whole.Action, Copies<Module>.Action>
  ) {
    self.module = module
    self.copy = copy
    self.depth = depth
    self.copies = copies
    self.state = state
    self.action = action
  }

  /// Returns the parent's action for an action of the module.
  @inlinable public func embed(_ action: Module.Action) -> Whole.Action {
    self.action.embed(Copies<Module>.Action(index: copy, action: action))
  }
}
