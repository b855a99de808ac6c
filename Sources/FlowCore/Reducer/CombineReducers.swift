/// A reducer that passes each action to several reducers of one state, in order.
///
/// ```swift
/// CombineReducers {
///   SettingsReducer().scoped(state: \AppState.settings, action: .settings)
///   StatisticsReducer().scoped(state: \AppState.statistics, action: .statistics)
/// }
/// ```
///
/// The cost of an action grows with the number of reducers. If each action belongs to one reducer,
/// a reducer with a `switch` over the action has a constant cost.
public struct CombineReducers<Content: Reducer>: Reducer {
  @usableFromInline let content: Content

  /// Creates a reducer of the reducers in a block.
  @inlinable
  public init(@ReducerBuilder _ content: () -> Content) {
    self.content = content()
  }

  /// Calls all reducers and merges their effects in order.
  @inlinable
  public func reduce(
    into state: inout Content.State, action: Content.Action
  ) -> Effect<Content.Action> { content.reduce(into: &state, action: action) }

  /// Returns the union of the reducers' regions.
  @inlinable
  public func region(of action: Content.Action) -> StateRegion { content.region(of: action) }

  /// Notifies all reducers of the new state.
  @inlinable
  public func stateWasReplaced(by state: Content.State) { content.stateWasReplaced(by: state) }

  /// Notifies all reducers of the action.
  @inlinable
  public func willReduceAnswer(_ action: Content.Action) { content.willReduceAnswer(action) }

  /// Returns the first known presence of the part.
  @inlinable
  public func _presence(of part: _PlacedPart, in state: Content.State) -> _PartPresence? {
    content._presence(of: part, in: state)
  }
}

/// A result builder that combines the reducers in a block into one, at compile time.
@resultBuilder
public enum ReducerBuilder {
  /// Returns the first reducer of a block.
  @inlinable
  public static func buildPartialBlock<R: Reducer>(first: R) -> R { first }

  /// Appends the next reducer of a block, which receives each action after the previous ones.
  @inlinable
  public static func buildPartialBlock<First: Reducer, R: Reducer<First.State, First.Action>>(
    accumulated: First, next: R
  ) -> some Reducer<First.State, First.Action> { ReducerPair(accumulated, next) }
}

/// Two reducers of one state that receive each action in order.
@usableFromInline
package struct ReducerPair<First: Reducer, Second: Reducer<First.State, First.Action>>: Reducer {
  @usableFromInline let first: First
  @usableFromInline let second: Second

  @inlinable
  init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  /// Calls both reducers and merges their effects in order.
  @inlinable
  package func reduce(into state: inout First.State, action: First.Action) -> Effect<First.Action> {
    let effect = first.reduce(into: &state, action: action)
    return effect.merged(with: second.reduce(into: &state, action: action))
  }

  /// Returns the union of both regions.
  @inlinable
  package func region(of action: First.Action) -> StateRegion {
    first.region(of: action).union(second.region(of: action))
  }

  /// Notifies both reducers of the new state.
  @inlinable
  package func stateWasReplaced(by state: First.State) {
    first.stateWasReplaced(by: state)
    second.stateWasReplaced(by: state)
  }

  /// Notifies both reducers of the action.
  @inlinable
  package func willReduceAnswer(_ action: First.Action) {
    first.willReduceAnswer(action)
    second.willReduceAnswer(action)
  }

  /// Returns the presence that the first reducer knows, or else the second.
  @inlinable
  package func _presence(of part: _PlacedPart, in state: First.State) -> _PartPresence? {
    first._presence(of: part, in: state) ?? second._presence(of: part, in: state)
  }
}

extension Reducer {
  /// Returns a reducer that calls this reducer and then another one.
  @inlinable
  public func combined<R: Reducer<State, Action>>(with other: R) -> some Reducer<State, Action> {
    ReducerPair(self, other)
  }
}
