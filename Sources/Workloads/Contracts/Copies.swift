public import FlowCore

/// *n* copies of one module, each in its own slot.
///
/// All copies share one set of dependencies. The answers of a dependency with a state, such as a
/// clock, depend on the calls of all copies.
public struct Copies<Base: LeafFeature>: Feature {
  /// The states of the copies.
  public struct State: Equatable, Sendable {
    /// The states, in the order of the slots.
    public var features: [Base.State]

    /// Creates a state.
    @inlinable public init(features: [Base.State]) { self.features = features }
  }

  /// An action of one copy.
  public struct Action: Sendable {
    /// The slot of the copy.
    public var index: Int
    /// The action of the module.
    public var action: Base.Action

    /// Creates an action for the copy in slot `index`.
    @inlinable public init(index: Int, action: Base.Action) {
      self.index = index
      self.action = action
    }
  }

  /// Work that one copy requests.
  public struct Request: Sendable {
    /// The slot of the copy.
    public var index: Int
    /// The request of the module.
    public var request: Base.Request

    /// Creates a request of the copy in slot `index`.
    @inlinable public init(index: Int, request: Base.Request) {
      self.index = index
      self.request = request
    }
  }

  /// One cursor for each slot.
  public struct Cursor: Sendable {
    @usableFromInline var features: [Base.Cursor]

    @inlinable init(features: [Base.Cursor]) { self.features = features }
  }

  /// The module that is copied.
  public let base: Base
  /// The number of copies.
  public let count: Int

  /// Creates at least one copy of `base`.
  @inlinable public init(_ base: Base, count: Int) {
    precondition(count > 0, "copies must be at least 1, got \(count)")
    self.base = base
    self.count = count
  }

  /// The module's initial states, without shared memory, which the first write would copy.
  @inlinable public var initialState: State {
    State(features: (0..<count).map { _ in base.initialState })
  }

  /// Applies an action to its copy in place, at a cost that does not depend on the number of copies.
  @inlinable public func reduce(into state: inout State, action: Action) {
    base.reduce(into: &state.features[action.index], action: action.action)
  }

  /// Returns the region of the action's copy.
  @inlinable public func region(of action: Action) -> StateRegion {
    Self.region(copy: action.index)
  }

  /// Returns the region of the copy in the slot.
  @inlinable public func region(slot: Int) -> StateRegion { Self.region(copy: slot) }

  @inlinable @inline(__always)
  static func region(copy: Int) -> StateRegion { .element(\State.features, key: copy) }

  /// Returns the work that the action's copy requests.
  @inlinable public func request(for action: Action, after state: State) -> Request? {
    guard let request = base.request(for: action.action, after: state.features[action.index])
    else { return nil }
    return Request(index: action.index, request: request)
  }

  /// A Boolean value that indicates whether the module can request work.
  @inlinable public static var hasEffects: Bool { Base.hasEffects }

  /// Returns whether the module can request work for the action.
  @inlinable public func mayRequest(_ action: Action) -> Bool { base.mayRequest(action.action) }

  /// Does the work and returns the answer for the copy that requested it.
  @inlinable public func perform(_ request: Request) -> Action? {
    guard let action = base.perform(request.request) else { return nil }
    return Action(index: request.index, action: action)
  }

  /// The completion of the module.
  @inlinable public var completion: Completion { base.completion }

  /// Does the work and returns the answer for the copy that requested it.
  @inlinable public nonisolated(nonsending) func answer(_ request: Request) async -> Action? {
    guard let action = await base.answer(request.request) else { return nil }
    return Action(index: request.index, action: action)
  }

  /// Accepts the module's actions for existing copies.
  public func accepts(_ action: Action) -> Bool {
    (0..<count).contains(action.index) && base.accepts(action.action)
  }

  /// Returns the slot as the key, because a copy's work is cancelled by its own actions only.
  @inlinable public func cancellationKey(of action: Action) -> Int? {
    base.cancellationKey(of: action.action) == nil ? nil : action.index
  }

  /// A slot for each copy.
  @inlinable public var slotCount: Int { count }

  /// Feeds the state of one copy.
  @inlinable public func digest(_ state: State, slot: Int, into digest: inout Digest) {
    base.digest(state.features[slot], into: &digest)
  }

  /// Returns a fingerprint of the screen of one copy.
  @inlinable public func drawn(_ state: State, slot: Int) -> UInt64 {
    base.drawn(state.features[slot])
  }

  /// Returns a fingerprint of a value computed from one copy's state.
  @inlinable public func derived(_ state: State, slot: Int) -> UInt64 {
    base.derived(state.features[slot])
  }

  /// Visits the part of one copy's state that its screen shows.
  @inlinable public func visitSlice<V: SliceVisitor>(slot: Int, _ visitor: V) -> V.Result
  where V.State == State {
    visitor.visit { Base.slice(of: $0.features[slot]) }
  }

  /// The initial cursor of the module for each copy.
  @inlinable public var initialCursor: Cursor {
    Cursor(features: Array(repeating: base.initialCursor, count: count))
  }

  /// Returns the next action of one copy.
  @inlinable public func nextAction(
    slot: Int, cursor: inout Cursor, style: ActionStyle, using random: inout SplitMix64
  ) -> Action? {
    guard
      let action = base.nextAction(
        cursor: &cursor.features[slot], style: style, using: &random)
    else { return nil }
    return Action(index: slot, action: action)
  }

  /// Visits copies of one module.
  @inlinable public func accept<V: FeatureVisitor>(_ visitor: V) -> V.Result
  where V.State == State, V.Action == Action, V.Request == Request {
    visitor.visit(copies: self)
  }
}

extension Copies: CopiesOfModule {
  /// The path to the states of all copies.
  @inlinable public static var states: any WritableKeyPath<State, [Base.State]> & Sendable {
    \.features
  }

  /// Returns the path to one copy's state.
  @inlinable public static func state(
    of copy: Int
  ) -> any WritableKeyPath<State, Base.State> & Sendable { \.features[copy] }

  /// Returns one copy's state.
  @inlinable public static func value(of state: State, copy: Int) -> Base.State {
    state.features[copy]
  }

  /// Replaces one copy's state.
  @inlinable public static func set(_ value: Base.State, copy: Int, in state: inout State) {
    state.features[copy] = value
  }

  /// Returns an action of the module, aimed at one copy.
  @inlinable public static func embed(_ action: Base.Action, copy: Int) -> Action {
    Action(index: copy, action: action)
  }

  /// Returns the copy of an action, and the module's action.
  @inlinable public static func extract(_ action: Action) -> (copy: Int, action: Base.Action) {
    (action.index, action.action)
  }
}

extension Copies.Action: Codable {
  private enum CodingKeys: String, CodingKey {
    case index, action
  }

  /// Decodes an action with its slot; an action without one is for slot 0.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let index = try container.decodeIfPresent(Int.self, forKey: .index) {
      self.init(index: index, action: try container.decode(Base.Action.self, forKey: .action))
    } else {
      self.init(index: 0, action: try Base.Action(from: decoder))
    }
  }

  /// Encodes the slot and the action.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(index, forKey: .index)
    try container.encode(action, forKey: .action)
  }
}

extension Copies.Action: Equatable where Base.Action: Equatable {}
extension Copies.Request: Equatable where Base.Request: Equatable {}
