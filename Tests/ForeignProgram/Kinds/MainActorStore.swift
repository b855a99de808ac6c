import Observation

/// A store of the main actor for SwiftUI, whose readers are tracked.
@MainActor
@Observable
final class MainActorStore<State, Action> {
  private(set) var state: State
  private let reduce: (inout State, Action) -> Void

  init(_ initialState: State, reduce: @escaping (inout State, Action) -> Void) {
    state = initialState
    self.reduce = reduce
  }

  func send(_ action: Action) { reduce(&state, action) }
}
