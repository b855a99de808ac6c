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
  public let way: ActionWay<Action>

  @inlinable
  init(slice: StateSlice<State>, way: ActionWay<Action>) {
    self.slice = slice
    self.way = way
  }

  /// Sends the action, embedded in those of the levels above, to the root.
  @inlinable
  public func send(_ action: consuming Action) { way.forward(action) }

  /// As `Store.run`: sends, and waits until everything the action caused has ended.
  @inlinable
  public nonisolated(nonsending) func run(_ action: Action) async {
    await way.forwardAwaiting(action)
  }
}

/// How a scope's actions get to the root store: what a `StoreView` sends by; apps have no use for it.
///
/// The closure takes a pointer and not the action: a closure over a generic type is called through
/// two thunks at each level of scopes, which cost more than the level itself.
public struct ActionWay<Action> {
  @usableFromInline typealias Awaiting = nonisolated(nonsending) (Action) async -> Void
  /// Sends the action that lies at the pointer, and leaves uninitialised memory behind.
  @usableFromInline let take: (UnsafeMutableRawPointer) -> Void
  @usableFromInline let forwardAwaiting: Awaiting

  @inlinable @inline(__always)
  init(
    take: @escaping (UnsafeMutableRawPointer) -> Void,
    forwardAwaiting: nonisolated(nonsending) @escaping (Action) async -> Void
  ) {
    self.take = take
    self.forwardAwaiting = forwardAwaiting
  }

  @inlinable @inline(__always)
  func forward(_ action: Action) { hand(action, to: take) }
}

/// Moves a value to where a closure takes it from.
@inlinable @inline(__always)
func hand<Value>(_ value: Value, to take: (UnsafeMutableRawPointer) -> Void) {
  // By type: there is memory for a value of no size as well, an enum with one case.
  withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { memory in
    let place = memory.baseAddress.unsafelyUnwrapped
    place.initialize(to: value)
    take(UnsafeMutableRawPointer(place))
  }
}
