import Dispatch

/// A store that queues actions, reduces all of them in the next turn of the main queue, and
/// notifies its observers once.
@MainActor
final class CoalescingStore<State, Action> {
  /// Changes the state, and returns an action for the next turn.
  typealias Reducer = (inout State, Action) -> Action?

  private(set) var state: State
  private let reduce: Reducer
  private var queue: [Action] = []
  private var observers: [Int: () -> Void] = [:]
  private var nextID = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ initialState: State, reduce: @escaping Reducer) {
    state = initialState
    self.reduce = reduce
  }

  /// A Boolean value that indicates whether all actions are reduced.
  var isIdle: Bool { queue.isEmpty }

  func send(_ action: Action) {
    if queue.isEmpty { DispatchQueue.main.async { self.turn() } }
    queue.append(action)
  }

  /// Waits until all actions are reduced.
  func whenIdle() async {
    guard !isIdle else { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// - Returns: A closure that ends the observation.
  func observe(_ observer: @escaping () -> Void) -> () -> Void {
    nextID += 1
    observers[nextID] = observer
    return { [id = nextID] in self.observers[id] = nil }
  }

  private func turn() {
    let actions = queue
    queue = []
    for action in actions {
      if let next = reduce(&state, action) { send(next) }
    }
    for observer in observers.values { observer() }
    guard isIdle else { return }
    let resumed = waiting
    waiting = []
    for continuation in resumed { continuation.resume() }
  }
}
