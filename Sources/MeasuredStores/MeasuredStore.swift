/// A store of any type, with the functions that a measurement needs: one creates it, one sends an action.
///
/// The store can be a class or a structure of any library, and needs no conformance. Put a closure into a
/// structure, because a debug build allocates when it passes a closure as a value of any type.
///
///     let cart = MeasuredStore { CartStore(rows: $0) } send: { $0.send($1) }
///
/// With a store that is bound to the main actor, create and use the value on the main actor. If sending is
/// asynchronous, use ``MeasuredAsyncStore``.
public struct MeasuredStore<Store, Action> {
  /// Creates a store with a number of rows, or of whatever the size of its state is counted in.
  public let create: (_ rows: Int) throws -> Store
  /// Sends actions to a store in turn, in a number of rounds.
  ///
  /// The loop is compiled in the module that creates this value, for its types.
  public let sendRounds: (inout Store, _ actions: [Action], _ rounds: Int) throws -> Void
  /// Returns the state of a store; `nil` if it is not known.
  public let state: ((Store) -> AnyHashable)?
  /// A Boolean value that indicates whether the stores have a size.
  public let hasRows: Bool

  /// Creates a description of a store whose state has a size.
  ///
  /// - Parameters:
  ///   - create: Creates a store with the given number of rows.
  ///   - send: Sends an action, and returns when the store has reduced it.
  @inlinable
  public init(
    _ create: @escaping (_ rows: Int) throws -> Store,
    send: @escaping (inout Store, Action) throws -> Void
  ) {
    self.init(create: create, send: send, state: nil, hasRows: true)
  }

  /// Creates a description of a store without a size.
  ///
  /// - Parameters:
  ///   - create: Creates a store.
  ///   - send: Sends an action, and returns when the store has reduced it.
  @inlinable
  public init(
    _ create: @escaping () throws -> Store,
    send: @escaping (inout Store, Action) throws -> Void
  ) {
    self.init(create: { _ in try create() }, send: send, state: nil, hasRows: false)
  }

  /// Creates a description of a store whose state can be read, so that an action without effect is noticed.
  ///
  /// - Parameters:
  ///   - create: Creates a store with the given number of rows.
  ///   - send: Sends an action, and returns when the store has reduced it.
  ///   - state: Returns the state of the store.
  @inlinable
  public init<State: Hashable>(
    _ create: @escaping (_ rows: Int) throws -> Store,
    send: @escaping (inout Store, Action) throws -> Void,
    state: @escaping (Store) -> State
  ) {
    self.init(create: create, send: send, state: { AnyHashable(state($0)) }, hasRows: true)
  }

  @inlinable
  init(
    create: @escaping (Int) throws -> Store, send: @escaping (inout Store, Action) throws -> Void,
    state: ((Store) -> AnyHashable)?, hasRows: Bool
  ) {
    self.create = create
    self.state = state
    self.hasRows = hasRows
    sendRounds = { store, actions, rounds in
      try actions.withUnsafeBufferPointer { actions in
        for _ in 0..<rounds {
          for index in actions.indices {
            try send(&store, actions[index])
            keep(&store)
          }
        }
      }
    }
  }
}

/// Makes the compiler assume that a store is used, so that it can neither delete an action nor join two.
@usableFromInline
@inline(never)
@_optimize(none)
func keep<Store>(_ store: inout Store) {}
