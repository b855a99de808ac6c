/// A store that throws if it refuses an action.
final class ThrowingStore<State, Action: Sendable> {
  /// The error of a refused action.
  struct InvalidAction: Error {
    let action: Action
  }

  private(set) var state: State
  private let accepts: (Action) -> Bool
  private let reduce: (inout State, Action) -> Void

  init(
    _ initialState: State, accepts: @escaping (Action) -> Bool,
    reduce: @escaping (inout State, Action) -> Void
  ) {
    state = initialState
    self.accepts = accepts
    self.reduce = reduce
  }

  func send(_ action: Action) throws {
    guard accepts(action) else { throw InvalidAction(action: action) }
    reduce(&state, action)
  }
}
