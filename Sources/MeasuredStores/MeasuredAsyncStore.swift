/// A store whose `send` is asynchronous, such as an actor, with the functions that a measurement needs.
///
///     let cart = MeasuredAsyncStore { CartActor(rows: $0) } send: { await $0.send($1) }
public struct MeasuredAsyncStore<Store, Action: Sendable>: Sendable {
  /// Creates a store with a number of rows, or of whatever the size of its state is counted in.
  public let create: @Sendable (_ rows: Int) async throws -> Store
  /// Sends actions to a store in turn, in a number of rounds.
  public let sendRounds: @Sendable (Store, _ actions: [Action], _ rounds: Int) async throws -> Void
  /// A Boolean value that indicates whether the stores have a size.
  public let hasRows: Bool

  /// Creates a description of a store whose state has a size.
  ///
  /// - Parameters:
  ///   - create: Creates a store with the given number of rows.
  ///   - send: Sends an action, and returns when the store has reduced it.
  @inlinable
  public init(
    _ create: @escaping @Sendable (_ rows: Int) async throws -> Store,
    send: @escaping @Sendable (Store, Action) async throws -> Void
  ) {
    self.init(create: create, send: send, hasRows: true)
  }

  /// Creates a description of a store without a size.
  ///
  /// - Parameters:
  ///   - create: Creates a store.
  ///   - send: Sends an action, and returns when the store has reduced it.
  @inlinable
  public init(
    _ create: @escaping @Sendable () async throws -> Store,
    send: @escaping @Sendable (Store, Action) async throws -> Void
  ) {
    self.init(create: { _ in try await create() }, send: send, hasRows: false)
  }

  @inlinable
  init(
    create: @escaping @Sendable (Int) async throws -> Store,
    send: @escaping @Sendable (Store, Action) async throws -> Void, hasRows: Bool
  ) {
    self.create = create
    self.hasRows = hasRows
    sendRounds = { store, actions, rounds in
      for _ in 0..<rounds {
        for action in actions { try await send(store, action) }
      }
    }
  }
}
