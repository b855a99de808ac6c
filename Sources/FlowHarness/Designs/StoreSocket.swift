public import Workloads

/// Where a design plugs in what makes its store. The store's own protocol says how it is driven.
///
/// All of them are called on the main actor, where drivers run: a store that is bound to it conforms
/// there (`@MainActor SynchronousStore`).
@MainActor
public protocol StoreSocket<F> {
  /// What the store is to hold.
  associatedtype F: Feature
  /// What becomes of it: a trial's subject, or what can be said of the store beforehand.
  associatedtype Plugged

  /// Takes a store that is done, or can say whether it is, when `send` returns.
  ///
  /// - Parameter make: Makes a fresh store; called as often as the topology has stores.
  func plug<S: SynchronousStore>(_ make: @escaping @MainActor (F) -> S) -> Plugged where S.F == F

  /// Takes a store that can be made on any actor, and belongs to it: it can be moved into virtual
  /// time, and onto an actor of its own.
  func plugAnywhere<S: SynchronousStore & SendableMetatype>(
    _ make: @escaping @Sendable (F, isolated any Actor) -> S
  ) -> Plugged where S.F == F

  /// Takes a store that several threads can send to at once; copies of it are the same store.
  func plugShared<S: SynchronousStore & Sendable>(
    _ make: @escaping @MainActor (F) -> S
  ) -> Plugged where S.F == F

  /// Takes a store whose `send` suspends until all that the action caused is done.
  func plug<S: SuspendingStore>(_ make: @escaping @MainActor (F) -> S) -> Plugged where S.F == F

  /// Takes a store that any executor may call.
  func plug<S: ConcurrentStore>(_ make: @escaping @MainActor (F) -> S) -> Plugged where S.F == F
}

extension StoreSocket {
  /// Made on the main actor, as everything is that nobody moves.
  @inlinable public func plugAnywhere<S: SynchronousStore & SendableMetatype>(
    _ make: @escaping @Sendable (F, isolated any Actor) -> S
  ) -> Plugged where S.F == F {
    plug { (feature: F) -> S in make(feature, MainActor.shared) }
  }

  /// Used by one thread, as everything is that nobody shares.
  @inlinable public func plugShared<S: SynchronousStore & Sendable>(
    _ make: @escaping @MainActor (F) -> S
  ) -> Plugged where S.F == F {
    plug(make)
  }
}

/// Where a design plugs in a store that holds the whole, and children of it that hold a module each.
@MainActor
public protocol ChildSocket<Whole, Module> {
  /// What the parent holds.
  associatedtype Whole: Feature
  /// What each child holds.
  associatedtype Module: LeafFeature
  /// What becomes of it.
  associatedtype Plugged

  /// Takes children that are driven as a synchronous store is.
  ///
  /// - Parameters:
  ///   - parent: Makes the parent, which is kept as long as its children.
  ///   - child: Makes the child for one module.
  func plug<P, C: SynchronousStore>(
    parent: @escaping @MainActor (Whole) -> P,
    child: @escaping @MainActor (P, ChildPart<Whole, Module>) -> C
  ) -> Plugged where C.F == Module

  /// Takes children whose `send` suspends.
  func plug<P, C: SuspendingStore>(
    parent: @escaping @MainActor (Whole) -> P,
    child: @escaping @MainActor (P, ChildPart<Whole, Module>) -> C
  ) -> Plugged where C.F == Module
}

/// Where one module lies in what the parent holds.
public struct ChildPart<Whole: Feature, Module: LeafFeature>: Sendable {
  /// The module whose feature the store holds.
  public let module: Module
  /// Which of the copies of its kind it is.
  public let copy: Int
  /// How many scopes lie between the parent and the child, at least 1.
  public let depth: Int
  /// Where the copies of its kind lie in the parent's state; `nil`: they are all of it.
  public let copies: (any KeyPath<Whole.State, Copies<Module>.State> & Sendable)?
  /// Reads the module's state in the parent's.
  public let state: @Sendable (Whole.State) -> Module.State
  /// The parent's action for one of the copies' kind.
  public let embedCopy: @Sendable (Copies<Module>.Action) -> Whole.Action

  /// A part.
  @inlinable public init(
    module: Module, copy: Int, depth: Int,
    copies: (any KeyPath<Whole.State, Copies<Module>.State> & Sendable)?,
    state: @escaping @Sendable (Whole.State) -> Module.State,
    embedCopy: @escaping @Sendable (Copies<Module>.Action) -> Whole.Action
  ) {
    self.module = module
    self.copy = copy
    self.depth = depth
    self.copies = copies
    self.state = state
    self.embedCopy = embedCopy
  }

  /// The parent's action for one of the module's.
  @inlinable public func embed(_ action: Module.Action) -> Whole.Action {
    embedCopy(Copies<Module>.Action(index: copy, action: action))
  }
}
