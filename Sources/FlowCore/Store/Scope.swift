extension Store {
  /// This store as one screen or module sees it.
  ///
  /// - Parameters:
  ///   - state: The part it may read.
  ///   - action: Embeds what it may send.
  @inlinable
  public func scope<LocalState, LocalAction>(
    state: @escaping (R.State) -> LocalState,
    action: @escaping (LocalAction) -> R.Action
  ) -> ScopedStore<R, LocalState, LocalAction> {
    ScopedStore(root: self, part: state, embed: action)
  }
}

/// A store seen through one module's eyes: its part of the state, its own actions.
///
/// What must be true of it: it keeps no state, so it can never lag behind the truth or hold a
/// second reference to a collection in it; a send goes straight to the root, however deep the
/// scope.
///
/// What it costs: two closure calls, however little is read, plus one of each for every further
/// level. It keeps the root alive.
public struct ScopedStore<Root: Reducer, State, Action> {
  @usableFromInline let root: Store<Root>
  @usableFromInline let part: (Root.State) -> State
  @usableFromInline let embed: (Action) -> Root.Action

  @usableFromInline
  init(
    root: Store<Root>,
    part: @escaping (Root.State) -> State,
    embed: @escaping (Action) -> Root.Action
  ) {
    self.root = root
    self.part = part
    self.embed = embed
  }

  /// The part, computed from the root's state at each reading.
  @inlinable public var state: State { part(root.current.pointee) }

  /// Sends the embedded action to the root.
  @inlinable
  public func send(_ action: consuming Action) {
    root.send(embed(action))
  }

  /// A scope within this one.
  @inlinable
  public func scope<LocalState, LocalAction>(
    state: @escaping (State) -> LocalState,
    action: @escaping (LocalAction) -> Action
  ) -> ScopedStore<Root, LocalState, LocalAction> {
    let (part, embed) = (self.part, self.embed)
    return ScopedStore<Root, LocalState, LocalAction>(
      root: root,
      part: { state(part($0)) },
      embed: { embed(action($0)) })
  }

  /// Calls `changed` with the slice after each action that made it differ from the time before.
  ///
  /// - Parameters:
  ///   - slice: Computed once now and once after every action of the root; keep it cheap.
  ///   - changed: May send; what it sends is queued.
  @inlinable
  public func subscribe<Value: Equatable>(
    to slice: @escaping (State) -> Value,
    _ changed: @escaping (Value) -> Void
  ) -> Subscription {
    let part = self.part
    return root.subscribe(to: { slice(part($0)) }, changed)
  }
}
