import Dispatch

/// A store that queues what it is sent, reduces all of it in the next turn of the main queue, and tells
/// its observers once.
@MainActor
final class CoalescingStore<State, Action> {
  /// Changes the state; what it returns is queued for the turn after.
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

  /// Whether all that was sent is reduced.
  var isIdle: Bool { queue.isEmpty }

  func send(_ action: Action) {
    if queue.isEmpty { DispatchQueue.main.async { self.turn() } }
    queue.append(action)
  }

  /// Returns when all that was sent is reduced.
  func whenIdle() async {
    guard !isIdle else { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// - Returns: Ends the observation.
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
