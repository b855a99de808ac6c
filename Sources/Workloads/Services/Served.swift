/// A module whose work is done at a service desk: the same state and the same reductions.
///
/// Its actions carry the ticket of what caused them, and every reduction is told to the desk: that
/// is how it is known, alike for every design, when all that an action caused is done.
public struct Served<Base: LeafFeature, Desk: ServiceDesk>: LeafFeature {
  /// As the module's.
  public typealias State = Base.State
  /// As the module's.
  public typealias Cursor = Base.Cursor

  /// An action of the module, and what caused it.
  public struct Action: Sendable {
    /// The module's action.
    public var base: Base.Action
    /// The action of the load that this is, or answers.
    public var ticket: Ticket
    /// Whether it is an answer.
    public var isAnswer: Bool

    /// An action of a load.
    @inlinable public init(base: Base.Action, ticket: Ticket, isAnswer: Bool) {
      self.base = base
      self.ticket = ticket
      self.isAnswer = isAnswer
    }
  }

  /// Work of the module, and what asked for it.
  public struct Request: Sendable {
    @usableFromInline let base: Base.Request
    @usableFromInline let ticket: Ticket

    @inlinable init(base: Base.Request, ticket: Ticket) {
      self.base = base
      self.ticket = ticket
    }
  }

  @usableFromInline let base: Base
  @usableFromInline let desk: Desk?
  @usableFromInline let cancelsOlder: @Sendable (Base.Action) -> Bool

  /// A module at a desk.
  ///
  /// - Parameters:
  ///   - desk: `nil`: work is done at once, as in a plain fold.
  ///   - cancelsOlder: Whether an action makes superfluous what the module asked for before.
  @inlinable public init(
    _ base: Base, desk: Desk?, cancelsOlder: @escaping @Sendable (Base.Action) -> Bool
  ) {
    self.base = base
    self.desk = desk
    self.cancelsOlder = cancelsOlder
  }

  /// At the desk, if there is one.
  @inlinable public var completion: Completion { desk == nil ? .immediate : .service }

  /// As the module's.
  @inlinable public var initialState: State { base.initialState }

  /// Reduces as the module does, and tells the desk.
  @inlinable public func reduce(into state: inout State, action: Action) {
    base.reduce(into: &state, action: action.base)
    guard let desk, action.ticket != .none else { return }
    desk.reduced(
      action.ticket, isAnswer: action.isAnswer,
      asks: base.request(for: action.base, after: state) != nil)
  }

  /// As the module does.
  @inlinable public func accepts(_ action: Action) -> Bool { base.accepts(action.base) }

  /// As the module does.
  @inlinable public func mayRequest(_ action: Action) -> Bool { base.mayRequest(action.base) }

  /// The module's work, under the ticket of what asked for it.
  @inlinable public func request(for action: Action, after state: State) -> Request? {
    base.request(for: action.base, after: state).map { Request(base: $0, ticket: action.ticket) }
  }

  /// Does the work at once.
  @inlinable public func perform(_ request: Request) -> Action? {
    base.perform(request.base).map { Action(base: $0, ticket: request.ticket, isAnswer: true) }
  }

  /// Waits for the service, then does the work.
  @inlinable public nonisolated(nonsending) func answer(_ request: Request) async -> Action? {
    guard await desk?.serve(request.ticket) ?? true else { return nil }
    return perform(request)
  }

  /// Feeds all of the module's state.
  @inlinable public func digest(_ state: State, into digest: inout Digest) {
    base.digest(state, into: &digest)
  }

  /// What the module shows.
  @inlinable public func drawn(_ state: State) -> UInt64 { base.drawn(state) }

  /// What is computed of it.
  @inlinable public func derived(_ state: State) -> UInt64 { base.derived(state) }

  /// As the module's.
  @inlinable public var initialCursor: Cursor { base.initialCursor }

  /// The module's next action, without a ticket yet.
  @inlinable public func nextAction(
    cursor: inout Cursor, style: ActionStyle, using random: inout SplitMix64
  ) -> Action? {
    base.nextAction(cursor: &cursor, style: style, using: &random)
      .map { Action(base: $0, ticket: .none, isAnswer: false) }
  }
}

extension Served: ServedFeature {
  /// Gives the action its ticket.
  @inlinable public func stamp(_ action: inout Action, _ ticket: Ticket) { action.ticket = ticket }

  /// One key for the whole module.
  @inlinable public func cancellationKey(of action: Action) -> Int? {
    !action.isAnswer && cancelsOlder(action.base) ? 0 : nil
  }
}

extension Served.Action: Codable {
  /// Reads an action of the module, which nothing has caused yet.
  public init(from decoder: any Decoder) throws {
    self.init(base: try Base.Action(from: decoder), ticket: .none, isAnswer: false)
  }

  /// Writes the module's action: tickets are those of one load.
  public func encode(to encoder: any Encoder) throws { try base.encode(to: encoder) }
}
