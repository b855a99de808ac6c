/// A store that is a class, takes actions of any type, and notifies its observers of each change.
final class ClassStore<State> {
  /// A subscription to changes, until it is cancelled.
  final class Token {
    fileprivate let id: Int
    private weak var store: ClassStore?

    fileprivate init(_ id: Int, _ store: ClassStore) {
      self.id = id
      self.store = store
    }

    func cancel() { store?.observers[id] = nil }
  }

  private(set) var state: State
  private let reduce: (inout State, Any) -> Void
  private var observers: [Int: (State) -> Void] = [:]
  private var nextID = 0

  init(_ initialState: State, reduce: @escaping (inout State, Any) -> Void) {
    state = initialState
    self.reduce = reduce
  }

  func send(_ action: Any) {
    reduce(&state, action)
    for observer in observers.values { observer(state) }
  }

  func observe(_ observer: @escaping (State) -> Void) -> Token {
    nextID += 1
    observers[nextID] = observer
    return Token(nextID, self)
  }
}
