/// A reducer that does to the state exactly what another one does, and looks on: it records,
/// traces, counts, or leaves out effects.
///
/// What must be true of it: the same state and action lead to the same state as in `base`. Whoever
/// recomputes a state goes through `base`, so that nothing is recorded twice.
public protocol TransparentReducer<State, Action>: Reducer {
  /// The other one.
  associatedtype Base: Reducer where Base.State == State, Base.Action == Action

  /// The reducer that it looks at.
  var base: Base { get }
}

extension TransparentReducer {
  /// That of the other reducer.
  @inlinable
  public func region(of action: Base.Action) -> StateRegion { base.region(of: action) }

  /// Notifies the other reducer.
  @inlinable
  public func stateWasReplaced(by state: Base.State) { base.stateWasReplaced(by: state) }

  /// Notifies the other reducer.
  @inlinable
  public func willReduceAnswer(_ action: Base.Action) { base.willReduceAnswer(action) }

  /// What the other reducer knows.
  @inlinable
  public func presence(of part: PlacedPart, in state: Base.State) -> PartPresence? {
    base.presence(of: part, in: state)
  }
}

extension Reducer {
  /// What is left of this reducer when all that only look on are taken away.
  @usableFromInline
  func withoutOnlookers() -> any Reducer<State, Action> {
    func open(_ reducer: some TransparentReducer<State, Action>) -> any Reducer<State, Action> {
      reducer.base.withoutOnlookers()
    }
    guard let transparent = self as? any TransparentReducer<State, Action> else { return self }
    return open(transparent)
  }
}
