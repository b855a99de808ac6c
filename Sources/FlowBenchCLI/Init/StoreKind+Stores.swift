// The stores that a new package can begin with.

extension StoreKind {
  /// `Examples/OwnStore` has it as `ValueStore`.
  static let valueStore = #"""
    /// A store that is a value: whoever owns it sends to it.
    struct MyStore<State, Action> {
      private(set) var state: State
      private let reduce: (inout State, Action) -> Void

      init(_ initialState: State, reduce: @escaping (inout State, Action) -> Void) {
        state = initialState
        self.reduce = reduce
      }

      mutating func send(_ action: Action) { reduce(&state, action) }
    }

    """#

  /// `Examples/OwnStore` has it as `ClassStore`.
  static let classStore = #"""
    /// A store that is a class, knows no action's type, and notifies its observers of every change.
    final class MyStore<State> {
      /// Is notified of changes until it is cancelled.
      final class Token {
        fileprivate let id: Int
        private weak var store: MyStore?

        fileprivate init(_ id: Int, _ store: MyStore) {
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

    """#

  /// `Examples/OwnStore` has it as `ActorStore`.
  static let actorStore = #"""
    /// A store that is an actor, as a server would share it between its tasks.
    actor MyStore<State: Sendable, Action: Sendable> {
      private(set) var state: State
      private let reduce: @Sendable (inout State, Action) -> Void

      init(_ initialState: State, reduce: @escaping @Sendable (inout State, Action) -> Void) {
        state = initialState
        self.reduce = reduce
      }

      func send(_ action: Action) { reduce(&state, action) }
    }

    """#

  /// `Examples/OwnStore` has it as `AwaitedStore`.
  static let asyncStore = #"""
    import Observation

    /// A store of the main actor for SwiftUI: whoever sends awaits the effect, and whoever reads is
    /// tracked.
    @MainActor
    @Observable
    final class MyStore<State: Sendable, Action: Sendable> {
      /// Changes the state, and says which work is to be done.
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

    """#

  /// Bound to the main actor.
  static let mainActorStore = #"""
    import Observation

    /// A store of the main actor for SwiftUI: whoever reads is tracked.
    @MainActor
    @Observable
    final class MyStore<State, Action> {
      private(set) var state: State
      private let reduce: (inout State, Action) -> Void

      init(_ initialState: State, reduce: @escaping (inout State, Action) -> Void) {
        state = initialState
        self.reduce = reduce
      }

      func send(_ action: Action) { reduce(&state, action) }
    }

    """#
}
