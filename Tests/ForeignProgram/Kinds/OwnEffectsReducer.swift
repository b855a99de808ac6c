/// A reducer that says which work is to be done.
protocol OwnEffectsReducer {
  associatedtype State
  associatedtype Action: Sendable

  func reduce(_ state: inout State, _ action: Action) -> OwnEffect<Action>
}
