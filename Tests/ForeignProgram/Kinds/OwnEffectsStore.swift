/// A store that interprets what its reducer asks for: each work is a task, whose answer is sent later.
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

  /// Whether no work is under way.
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

  /// Returns when no work is under way.
  func finish() async {
    while let task = tasks.values.first { await task.value }
  }
}
