/// A store seen through one module's eyes: its part of the state, its own actions.
///
/// What must be true of it: it keeps no state, so it can never lag behind the truth; a send goes
/// straight to the root; a module that holds one need not know what it is a part of.
///
/// What it costs: a send calls one closure for each level. Reading a part that lies at a fixed place
/// in the root's state costs nothing more, however deep the scope is. It keeps the root alive, and
/// belongs to the root's actor.
public struct ScopedStore<State, Action>: StoreView {
  /// Where the part is found.
  public let slice: StateSlice<State>
  /// How an action gets to the root.
  public let route: ActionRoute<Action>

  @inlinable
  init(slice: StateSlice<State>, route: ActionRoute<Action>) {
    self.slice = slice
    self.route = route
  }

  /// Sends the action, embedded in those of the levels above, to the root.
  @inlinable
  public func send(_ action: consuming Action) { route.forward(action) }

  /// As `Store.run`: sends, and waits until everything the action caused has ended.
  @inlinable
  public nonisolated(nonsending) func run(_ action: Action) async {
    await route.forwardAwaiting(action)
  }
}
