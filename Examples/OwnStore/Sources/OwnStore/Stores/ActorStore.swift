/// A store that is an actor, as a server would share it between its tasks.
actor ActorStore<State: Sendable, Action: Sendable> {
  private(set) var state: State
  private let reduce: @Sendable (inout State, Action) -> Void

  init(_ initialState: State, reduce: @escaping @Sendable (inout State, Action) -> Void) {
    state = initialState
    self.reduce = reduce
  }

  func send(_ action: Action) { reduce(&state, action) }
}
