/// Several reducers of one state, each of which sees every action, in order.
///
/// ```swift
/// CombineReducers {
///   SettingsReducer().scoped(state: \AppState.settings, action: AppAction.settingsPrism)
///   StatisticsReducer().scoped(state: \AppState.statistics, action: AppAction.statisticsPrism)
/// }
/// ```
///
/// Every one is asked, so an action costs as many questions as there are reducers. Where each action
/// has one addressee, a `switch` over the action that calls that one is the better reducer: its
/// price does not grow.
public struct CombineReducers<Content: Reducer>: Reducer {
  @usableFromInline let content: Content

  /// The reducers of a block.
  @inlinable
  public init(@ReducerBuilder _ content: () -> Content) {
    self.content = content()
  }

  /// Calls all of them; their effects are merged in order.
  @inlinable
  public func reduce(
    into state: inout Content.State, action: Content.Action
  ) -> Effect<Content.Action> { content.reduce(into: &state, action: action) }

  /// What any of them may change.
  @inlinable
  public func region(of action: Content.Action) -> StateRegion { content.region(of: action) }

  /// Notifies all of them.
  @inlinable
  public func stateWasReplaced(by state: Content.State) { content.stateWasReplaced(by: state) }

  /// Notifies all of them.
  @inlinable
  public func willReduceAnswer(_ action: Content.Action) { content.willReduceAnswer(action) }

  /// What any of them knows.
  @inlinable
  public func presence(of part: PlacedPart, in state: Content.State) -> PartPresence? {
    content.presence(of: part, in: state)
  }
}

/// Makes one reducer of those in a block, resolved at compile time.
@resultBuilder
public enum ReducerBuilder {
  /// Begins a block with its first reducer, returned as it is.
  @inlinable
  public static func buildPartialBlock<R: Reducer>(first: R) -> R { first }

  /// Appends the block's next reducer, which sees each action after those above it.
  @inlinable
  public static func buildPartialBlock<First: Reducer, R: Reducer<First.State, First.Action>>(
    accumulated: First, next: R
  ) -> ReducerPair<First, R> { ReducerPair(accumulated, next) }
}

/// Two reducers of one state, one after the other.
public struct ReducerPair<First: Reducer, Second: Reducer<First.State, First.Action>>: Reducer {
  @usableFromInline let first: First
  @usableFromInline let second: Second

  @inlinable
  init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  /// Calls the first, then the second; their effects are merged in this order.
  @inlinable
  public func reduce(into state: inout First.State, action: First.Action) -> Effect<First.Action> {
    let effect = first.reduce(into: &state, action: action)
    return effect.merged(with: second.reduce(into: &state, action: action))
  }

  /// What either may change.
  @inlinable
  public func region(of action: First.Action) -> StateRegion {
    first.region(of: action).union(second.region(of: action))
  }

  /// Notifies the first, then the second: either may keep account of what happens.
  @inlinable
  public func stateWasReplaced(by state: First.State) {
    first.stateWasReplaced(by: state)
    second.stateWasReplaced(by: state)
  }

  /// Announces the answer to both, in the order in which they reduce it.
  @inlinable
  public func willReduceAnswer(_ action: First.Action) {
    first.willReduceAnswer(action)
    second.willReduceAnswer(action)
  }

  /// What the first knows of the part; where it knows nothing, what the second does.
  @inlinable
  public func presence(of part: PlacedPart, in state: First.State) -> PartPresence? {
    first.presence(of: part, in: state) ?? second.presence(of: part, in: state)
  }
}

extension Reducer {
  /// This reducer, then another one of the same state.
  @inlinable
  public func combined<R: Reducer<State, Action>>(with other: R) -> ReducerPair<Self, R> {
    ReducerPair(self, other)
  }
}
