/// A module whose work is done by a simulated service: the same state and the same reductions.
///
/// Its actions carry the id of the action that caused them, and the service is notified of every
/// reduction: so it knows, alike for every design, when all that an action caused is done.
public struct Served<Base: LeafFeature, Service: SimulatedService>: LeafFeature {
  /// As the module's.
  public typealias State = Base.State
  /// As the module's.
  public typealias Cursor = Base.Cursor

  /// An action of the module, and what caused it.
  public struct Action: Sendable {
    /// The module's action.
    public var base: Base.Action
    /// The action of the load that this is, or answers.
    public var id: LoadActionID
    /// Whether it is an answer.
    public var isAnswer: Bool

    /// An action of a load.
    @inlinable public init(base: Base.Action, id: LoadActionID, isAnswer: Bool) {
      self.base = base
      self.id = id
      self.isAnswer = isAnswer
    }
  }

  /// Work of the module, and what asked for it.
  public struct Request: Sendable {
    @usableFromInline let base: Base.Request
    @usableFromInline let id: LoadActionID

    @inlinable init(base: Base.Request, id: LoadActionID) {
      self.base = base
      self.id = id
    }
  }

  @usableFromInline let base: Base
  @usableFromInline let service: Service?
  @usableFromInline let cancelsOlder: @Sendable (Base.Action) -> Bool

  /// A module whose work a simulated service does.
  ///
  /// - Parameters:
  ///   - service: `nil`: work is done at once, as in a plain fold.
  ///   - cancelsOlder: Whether an action makes superfluous what the module asked for before.
  @inlinable public init(
    _ base: Base, service: Service?, cancelsOlder: @escaping @Sendable (Base.Action) -> Bool
  ) {
    self.base = base
    self.service = service
    self.cancelsOlder = cancelsOlder
  }

  /// Served, if there is a simulated service.
  @inlinable public var completion: Completion { service == nil ? .immediate : .service }

  /// As the module's.
  @inlinable public var initialState: State { base.initialState }

  /// Reduces as the module does, and notifies the service.
  @inlinable public func reduce(into state: inout State, action: Action) {
    base.reduce(into: &state, action: action.base)
    guard let service, action.id != .none else { return }
    service.reduced(
      action.id, isAnswer: action.isAnswer,
      asks: base.request(for: action.base, after: state) != nil)
  }

  /// As the module does.
  @inlinable public func accepts(_ action: Action) -> Bool { base.accepts(action.base) }

  /// As the module does.
  @inlinable public func mayRequest(_ action: Action) -> Bool { base.mayRequest(action.base) }

  /// The module's work, with the id of the action that asked for it.
  @inlinable public func request(for action: Action, after state: State) -> Request? {
    base.request(for: action.base, after: state).map { Request(base: $0, id: action.id) }
  }

  /// Does the work at once.
  @inlinable public func perform(_ request: Request) -> Action? {
    base.perform(request.base).map { Action(base: $0, id: request.id, isAnswer: true) }
  }

  /// Waits for the service, then does the work.
  @inlinable public nonisolated(nonsending) func answer(_ request: Request) async -> Action? {
    guard await service?.serve(request.id) ?? true else { return nil }
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

  /// The module's next action, without an id yet.
  @inlinable public func nextAction(
    cursor: inout Cursor, style: ActionStyle, using random: inout SplitMix64
  ) -> Action? {
    base.nextAction(cursor: &cursor, style: style, using: &random)
      .map { Action(base: $0, id: .none, isAnswer: false) }
  }
}

extension Served: ServedFeature {
  /// Gives the action its id.
  @inlinable public func stamp(_ action: inout Action, _ id: LoadActionID) { action.id = id }

  /// One key for the whole module.
  @inlinable public func cancellationKey(of action: Action) -> Int? {
    !action.isAnswer && cancelsOlder(action.base) ? 0 : nil
  }
}

extension Served.Action: Codable {
  /// Reads an action of the module, which nothing has caused yet.
  public init(from decoder: any Decoder) throws {
    self.init(base: try Base.Action(from: decoder), id: .none, isAnswer: false)
  }

  /// Writes the module's action: ids are those of one load.
  public func encode(to encoder: any Encoder) throws { try base.encode(to: encoder) }
}

/// A feature whose work is done by a service that takes its time, and whose actions carry ids.
public protocol ServedFeature: Feature {
  /// Gives an action its id, before it is sent.
  func stamp(_ action: inout Action, _ id: LoadActionID)
}

extension Copies: ServedFeature where Base: ServedFeature {
  /// As the module does.
  @inlinable public func stamp(_ action: inout Action, _ id: LoadActionID) {
    base.stamp(&action.action, id)
  }
}

extension Copies {
  /// A copy's work is made superfluous by its own actions only.
  @inlinable public func cancellationKey(of action: Action) -> Int? {
    base.cancellationKey(of: action.action) == nil ? nil : action.index
  }
}
