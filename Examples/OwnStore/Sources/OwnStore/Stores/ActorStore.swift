/// A store that is an actor, which tasks of a server can share.
actor ActorStore<State: Sendable, Action: Sendable> {
  private(set) var state: State
  private let reduce: @Sendable (inout State, Action) -> Void

  init(_ initialState: State, reduce: @escaping @Sendable (inout State, Action) -> Void) {
    state = initialState
    self.reduce = reduce
  }

  func send(_ action: Action) { reduce(&state, action) }
}
