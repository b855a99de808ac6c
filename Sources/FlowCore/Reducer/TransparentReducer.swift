/// A reducer that changes the state exactly as its base does, and additionally records, traces or
/// counts actions, or discards effects.
///
/// Code that recomputes a state uses `base`, so that nothing is recorded twice.
public protocol TransparentReducer<State, Action>: Reducer {
  /// The type of the base.
  associatedtype Base: Reducer where Base.State == State, Base.Action == Action

  /// The reducer that changes the state.
  var base: Base { get }
}

extension TransparentReducer {
  /// Returns the region of the base.
  @inlinable
  public func region(of action: Base.Action) -> StateRegion { base.region(of: action) }

  /// Notifies the base of the new state.
  @inlinable
  public func stateWasReplaced(by state: Base.State) { base.stateWasReplaced(by: state) }

  /// Notifies the base of the action.
  @inlinable
  public func willReduceAnswer(_ action: Base.Action) { base.willReduceAnswer(action) }

  /// Returns the presence that the base knows.
  @inlinable
  public func _presence(of part: _PlacedPart, in state: Base.State) -> _PartPresence? {
    base._presence(of: part, in: state)
  }
}

extension Reducer {
  /// Returns the reducer inside all transparent reducers.
  @usableFromInline
  func withoutTransparentReducers() -> any Reducer<State, Action> {
    func open(_ reducer: some TransparentReducer<State, Action>) -> any Reducer<State, Action> {
      reducer.base.withoutTransparentReducers()
    }
    guard let transparent = self as? any TransparentReducer<State, Action> else { return self }
    return open(transparent)
  }
}
