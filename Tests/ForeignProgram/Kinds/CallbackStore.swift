import Dispatch

/// A store that reduces in a later turn of the main queue, and then calls back.
@MainActor
final class CallbackStore<State, Action: Sendable> {
  private(set) var state: State
  private let reduce: (inout State, Action) -> Void

  init(_ initialState: State, reduce: @escaping (inout State, Action) -> Void) {
    state = initialState
    self.reduce = reduce
  }

  func send(_ action: Action, completion: @escaping @MainActor () -> Void) {
    DispatchQueue.main.async {
      self.reduce(&self.state, action)
      completion()
    }
  }
}
