/// The effect of an action, as a value that the store interprets.
enum OwnEffect<Action> {
  case none
  /// Work whose answer is sent to the store.
  case work(@Sendable () async -> Action?)
}

/// A reducer that returns effects.
protocol OwnEffectsReducer {
  associatedtype State
  associatedtype Action: Sendable

  func reduce(_ state: inout State, _ action: Action) -> OwnEffect<Action>
}

/// A store that runs the effects of its reducer as tasks.
@MainActor
final class OwnEffectsStore<R: OwnEffectsReducer> {
  private(set) var state: R.State
  private let reducer: R
  private var tasks: [Int: Task<Void, Never>] = [:]
  private var nextID = 0

  init(_ initialState: R.State, _ reducer: R) {
    state = initialState
    self.reducer = reducer
  }

  /// A Boolean value that indicates whether no effect is in flight.
  var isQuiet: Bool { tasks.isEmpty }

  func send(_ action: R.Action) {
    guard case .work(let work) = reducer.reduce(&state, action) else { return }
    nextID += 1
    tasks[nextID] = Task { [id = nextID] in
      let answer = await work()
      if let answer { send(answer) }
      tasks[id] = nil
    }
  }

  /// Waits until no effect is in flight.
  func finish() async {
    while let task = tasks.values.first { await task.value }
  }
}
