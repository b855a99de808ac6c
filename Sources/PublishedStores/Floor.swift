public import FlowCore

/// No store at all: a value that reduces its state in place. The lower bound of every ratio.
///
/// What must be true of it: an action costs what its reducer costs and nothing else, because the
/// reducer is a generic parameter, the state is changed where it lies, and nobody is told.
///
/// What it costs: nothing beyond the work itself (half a nanosecond for a
/// counter). What it cannot do is the point of a store: be shared, be observed, or be sent to from
/// its own effects.
public struct Floor<R: Reducer> {
  /// What the actions so far have made of the initial state.
  public var state: R.State
  /// The fold.
  public let reducer: R

  /// Starts at `initialState`.
  @inlinable
  public init(initialState: R.State, reducer: R) {
    self.state = initialState
    self.reducer = reducer
  }

  /// Reduces `action`, then does the work it asked for and sends the answer, until there is none.
  ///
  /// - Precondition: Effects answer at once; a loop has no executor for others.
  @inlinable
  public mutating func send(_ action: R.Action) {
    let effect = reducer.reduce(into: &state, action: action)
    switch effect {
    case .none: return
    // Here, where the reducer is inlined, the optimiser makes no closure of the work.
    case .run(let work): if let answer = work() { settle(answer) }
    case .send(let answer): settle(answer)
    case .work, .later: _ = effect.answerAtOnce()
    }
  }

  // Not inlined: the rare part would push the reduction out of its caller's loop.
  @inlinable
  @inline(never)
  mutating func settle(_ first: R.Action) {
    var next: R.Action? = first
    while let action = next { next = reducer.reduce(into: &state, action: action).answerAtOnce() }
  }
}
