/// How a module lies in a larger one, as a type: where its state is found there, and how its actions
/// are embedded.
///
/// ```swift
/// enum SettingsInApp: ScopePath {
///   static var state: KeyPath<AppState, Settings> { \.settings }
///   static func embed(_ action: SettingsAction) -> AppAction { .settings(action) }
/// }
/// let settings = store.scope(SettingsInApp.self)
/// ```
public protocol ScopePath<State, Action> {
  /// The larger module's state.
  associatedtype Whole
  /// The larger module's actions.
  associatedtype WholeAction
  /// The module's state.
  associatedtype State
  /// The module's actions.
  associatedtype Action

  /// Where the larger state holds the module's.
  static var state: KeyPath<Whole, State> { get }

  /// Makes an action of the larger module from one of the module's.
  static func embed(_ action: Action) -> WholeAction
}

/// A scope whose levels are known to the compiler: it sends as fast as its store, however deep it is.
///
/// What it costs: a word, that of the store, however deep it is, and nothing to make one. In exchange
/// its type names every level; `scope()` makes a `ScopedStore` of it for who need not know, such as a
/// screen, which has one level then.
public struct TypedScope<Parent: StoreView, Path: ScopePath>: StoreView
where Path.Whole == Parent.State, Path.WholeAction == Parent.Action {
  /// What the path ends in.
  public typealias State = Path.State
  /// What can be sent.
  public typealias Action = Path.Action

  @usableFromInline let parent: Parent

  @inlinable
  init(_ parent: Parent) { self.parent = parent }

  /// Where the state is found.
  @inlinable
  public var slice: StateSlice<Path.State> { parent.slice.part(Path.state) }

  /// The state where it lies, if that is fixed.
  @inlinable
  public var fixedPart: FixedPart<Path.State>? { parent.fixedPart?.part(Path.state) }

  /// How an action gets to the root.
  @inlinable
  public var route: ActionRoute<Path.Action> {
    let outer = parent.scopeAnchor.route.link
    outer.core.pointee.reserve(Path.Action.self)
    return ActionRoute(
      StoreLink(core: outer.core, outer: outer) { buffer, _ in
        buffer.embed { Self.anchored($0) }
      })
  }

  /// The store or scope that the first of the levels that are types is in.
  @inlinable public var scopeAnchor: Parent.ScopeAnchor { parent.scopeAnchor }

  /// The action, embedded in those of the levels that are types.
  @inlinable @inline(__always)
  public static func anchored(_ action: consuming Path.Action) -> Parent.ScopeAnchor.Action {
    Parent.anchored(Path.embed(action))
  }

  /// Sends the action, embedded in those of the levels above, to the root.
  @inlinable
  public func send(_ action: consuming Path.Action) { parent.send(Path.embed(action)) }

  /// Sends the actions, embedded in those of the levels above, to the root, as one batch.
  @inlinable
  public func send(contentsOf actions: some Sequence<Path.Action>) {
    let sent: Void? = actions.withContiguousStorageIfAvailable { actions in
      withUnsafeTemporaryAllocation(of: Parent.Action.self, capacity: actions.count) { memory in
        // All of them before the first is sent, because code of the caller embeds them.
        for index in actions.indices {
          memory.initializeElement(at: index, to: Path.embed(actions[index]))
        }
        parent.send(contentsOf: memory)
        memory.deinitialize()
      }
    }
    if sent == nil { send(contentsOf: Array(actions)) }
  }

  /// As `Store.run`: sends, and waits until everything the action caused has ended.
  @inlinable
  public nonisolated(nonsending) func run(_ action: Path.Action) async {
    await parent.run(Path.embed(action))
  }
}

extension StoreView {
  /// This store as one screen or module sees it that lies at a path known as a type.
  @inlinable
  public func scope<Path: ScopePath>(_ path: Path.Type) -> TypedScope<Self, Path>
  where Path.Whole == State, Path.WholeAction == Action { TypedScope(self) }
}
