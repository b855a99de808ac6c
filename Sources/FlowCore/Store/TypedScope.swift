/// The location of a module in a larger one as a type: the key path of its state, and the case of
/// its actions.
///
/// ```swift
/// enum SettingsInApp: ScopePath {
///   static var state: KeyPath<AppState, Settings> { \.settings }
///   static var action: CasePath<AppAction, SettingsAction> { .settings }
/// }
/// let settings = store.scope(SettingsInApp.self)
/// ```
public protocol ScopePath<State, Action> {
  /// The state of the larger module.
  associatedtype Whole
  /// The action of the larger module.
  associatedtype WholeAction
  /// The state of the module.
  associatedtype State
  /// The action of the module.
  associatedtype Action

  /// The key path of the module's state.
  static var state: KeyPath<Whole, State> { get }

  /// The case of the module's actions.
  static var action: CasePath<WholeAction, Action> { get }
}

/// A scope whose levels are known at compile time: it sends as fast as its store at any depth.
///
/// A typed scope has the size of a reference to the store and costs nothing to create. Its type
/// names all levels; `scope()` returns a `ScopedStore` for code that should not depend on them.
public struct TypedScope<Parent: StoreView, Path: ScopePath>: StoreView
where Path.Whole == Parent.State, Path.WholeAction == Parent.Action {
  /// The state of the path.
  public typealias State = Path.State
  /// The action of the path.
  public typealias Action = Path.Action

  @usableFromInline let parent: Parent

  @inlinable
  init(_ parent: Parent) { self.parent = parent }

  /// The location of the state.
  @inlinable
  public var _slice: _StateSlice<Path.State> { parent._slice.part(Path.state) }

  /// The state, if it has a fixed place.
  @inlinable
  public var _fixedPart: _FixedPart<Path.State>? { parent._fixedPart?.part(Path.state) }

  /// The route of actions to the store.
  @inlinable
  public var _route: _ActionRoute<Path.Action> {
    let outer = parent._scopeAnchor._route.link
    outer.core.pointee.reserve(Path.Action.self)
    return unsafe _ActionRoute(
      _StoreLink(core: outer.core, outer: outer) { buffer, _ in
        unsafe buffer.embed { Self._anchored($0) }
      })
  }

  /// The innermost scope or store that is not a `TypedScope`.
  @inlinable public var _scopeAnchor: Parent._ScopeAnchor { parent._scopeAnchor }

  /// Embeds an action in that of the anchor.
  @inlinable @inline(__always)
  public static func _anchored(_ action: consuming Path.Action) -> Parent._ScopeAnchor.Action {
    Parent._anchored(Path.action.embed(action))
  }

  /// Sends an action to the store.
  @inlinable
  public func send(_ action: consuming Path.Action) { parent.send(Path.action.embed(action)) }

  /// Sends actions to the store as one batch.
  @inlinable
  public func send(contentsOf actions: some Sequence<Path.Action>) {
    let sent: Void? = actions.withContiguousStorageIfAvailable { actions in
      unsafe withUnsafeTemporaryAllocation(of: Parent.Action.self, capacity: actions.count) {
        memory in
        // All before the first is sent, because a case path is user code.
        for index in actions.indices {
          unsafe memory.initializeElement(at: index, to: Path.action.embed(actions[index]))
        }
        unsafe parent.send(contentsOf: memory)
        unsafe memory.deinitialize()
      }
    }
    if sent == nil { send(contentsOf: Array(actions)) }
  }

  /// Sends an action to the store and waits for everything that it causes; see
  /// `Store.sendAndWait(_:)`.
  ///
  /// - Precondition: Called on the actor that created the store.
  @inlinable
  public nonisolated(nonsending) func sendAndWait(_ action: Path.Action) async {
    await parent.sendAndWait(Path.action.embed(action))
  }
}

extension StoreView {
  /// Returns a view of a part at a typed path.
  @inlinable
  public func scope<Path: ScopePath>(_ path: Path.Type) -> TypedScope<Self, Path>
  where Path.Whole == State, Path.WholeAction == Action { TypedScope(self) }
}
