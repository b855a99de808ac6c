/// A store that is a value: whoever owns it sends to it.
struct ValueStore<State, Action> {
  private(set) var state: State
  private let reduce: (inout State, Action) -> Void

  init(_ initialState: State, reduce: @escaping (inout State, Action) -> Void) {
    state = initialState
    self.reduce = reduce
  }

  mutating func send(_ action: Action) { reduce(&state, action) }
}
