import Observation

/// A store of the main actor for SwiftUI whose `send` awaits effects, and whose readers are tracked.
@MainActor
@Observable
final class AwaitedStore<State: Sendable, Action: Sendable> {
  /// Changes the state, and returns the work to do.
  typealias Reducer = (inout State, Action) -> (@Sendable () async -> Action?)?

  private(set) var state: State
  private let reduce: Reducer

  init(_ initialState: State, reduce: @escaping Reducer) {
    state = initialState
    self.reduce = reduce
  }

  func send(_ action: Action) async {
    guard let effect = reduce(&state, action) else { return }
    if let answer = await effect() { await send(answer) }
  }
}
