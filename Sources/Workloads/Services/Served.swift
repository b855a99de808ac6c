/// A module whose work is done by a simulated service: the same state and the same reductions.
///
/// Its actions carry the id of the action that caused them, and the service is notified of every
/// reduction. It can then record the end of everything that an action caused, in every design.
public struct Served<Base: LeafFeature, Service: SimulatedService>: LeafFeature {
  /// The state of the module.
  public typealias State = Base.State
  /// The cursor of the module.
  public typealias Cursor = Base.Cursor

  /// An action of the module, and the id of its cause.
  public struct Action: Sendable {
    /// The module's action.
    public var base: Base.Action
    /// The id of this action of the load, or of the one that it answers.
    public var id: LoadActionID
    /// A Boolean value that indicates whether this is an answer.
    public var isAnswer: Bool

    /// Creates an action.
    @inlinable public init(base: Base.Action, id: LoadActionID, isAnswer: Bool) {
      self.base = base
      self.id = id
      self.isAnswer = isAnswer
    }
  }

  /// Work of the module, and the id of its action.
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

  /// Creates a module whose work a simulated service does.
  ///
  /// - Parameters:
  ///   - base: The module.
  ///   - service: The service; with `nil` work is done immediately, as in a plain fold.
  ///   - cancelsOlder: Returns whether an action cancels older work of the module.
  @inlinable public init(
    _ base: Base, service: Service?, cancelsOlder: @escaping @Sendable (Base.Action) -> Bool
  ) {
    self.base = base
    self.service = service
    self.cancelsOlder = cancelsOlder
  }

  /// The time of the service, if there is one.
  @inlinable public var completion: Completion { service == nil ? .immediate : .service }

  /// The initial state of the module.
  @inlinable public var initialState: State { base.initialState }

  /// Applies an action and notifies the service.
  @inlinable public func reduce(into state: inout State, action: Action) {
    base.reduce(into: &state, action: action.base)
    guard let service, action.id != .none else { return }
    service.reduced(
      action.id, isAnswer: action.isAnswer,
      asks: base.request(for: action.base, after: state) != nil)
  }

  /// Returns whether the module accepts the action.
  @inlinable public func accepts(_ action: Action) -> Bool { base.accepts(action.base) }

  /// Returns whether the module can request work for the action.
  @inlinable public func mayRequest(_ action: Action) -> Bool { base.mayRequest(action.base) }

  /// Returns the module's request with the id of the action.
  @inlinable public func request(for action: Action, after state: State) -> Request? {
    base.request(for: action.base, after: state).map { Request(base: $0, id: action.id) }
  }

  /// Does the work immediately.
  @inlinable public func perform(_ request: Request) -> Action? {
    base.perform(request.base).map { Action(base: $0, id: request.id, isAnswer: true) }
  }

  /// Waits for the service, then does the work.
  @inlinable public nonisolated(nonsending) func answer(_ request: Request) async -> Action? {
    guard await service?.serve(request.id) ?? true else { return nil }
    return perform(request)
  }

  /// Feeds the state of the module.
  @inlinable public func digest(_ state: State, into digest: inout Digest) {
    base.digest(state, into: &digest)
  }

  /// Returns a fingerprint of the module's screen.
  @inlinable public func drawn(_ state: State) -> UInt64 { base.drawn(state) }

  /// Returns a fingerprint of the module's computed value.
  @inlinable public func derived(_ state: State) -> UInt64 { base.derived(state) }

  /// The initial cursor of the module.
  @inlinable public var initialCursor: Cursor { base.initialCursor }

  /// Returns the module's next action without an id.
  @inlinable public func nextAction(
    cursor: inout Cursor, style: ActionStyle, using random: inout SplitMix64
  ) -> Action? {
    base.nextAction(cursor: &cursor, style: style, using: &random)
      .map { Action(base: $0, id: .none, isAnswer: false) }
  }
}

extension Served: ServedFeature {
  /// Sets the id of the action.
  @inlinable public func stamp(_ action: inout Action, _ id: LoadActionID) { action.id = id }

  /// Returns one key for the whole module.
  @inlinable public func cancellationKey(of action: Action) -> Int? {
    !action.isAnswer && cancelsOlder(action.base) ? 0 : nil
  }
}

extension Served.Action: Codable {
  /// Decodes an action of the module, without an id.
  public init(from decoder: any Decoder) throws {
    self.init(base: try Base.Action(from: decoder), id: .none, isAnswer: false)
  }

  /// Encodes the module's action, because ids are valid in one load only.
  public func encode(to encoder: any Encoder) throws { try base.encode(to: encoder) }
}

/// A feature whose work takes the time of a service, and whose actions carry ids.
public protocol ServedFeature: Feature {
  /// Sets the id of an action before it is sent.
  func stamp(_ action: inout Action, _ id: LoadActionID)
}

extension Copies: ServedFeature where Base: ServedFeature {
  /// Sets the id of the module's action.
  @inlinable public func stamp(_ action: inout Action, _ id: LoadActionID) {
    base.stamp(&action.action, id)
  }
}
