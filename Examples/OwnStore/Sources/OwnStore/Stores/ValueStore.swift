/// A store that is a value; only its owner can send actions.
struct ValueStore<State, Action> {
  private(set) var state: State
  private let reduce: (inout State, Action) -> Void

  init(_ initialState: State, reduce: @escaping (inout State, Action) -> Void) {
    state = initialState
    self.reduce = reduce
  }

  mutating func send(_ action: Action) { reduce(&state, action) }
}
