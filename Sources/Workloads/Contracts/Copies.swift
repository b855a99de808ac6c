public import FlowCore

/// *n* copies of one module, each in a slot of its own.
///
/// All copies share one set of dependencies. Where a dependency remembers (a clock, a storage in
/// memory), what one copy is answered depends on what the others did before.
public struct Copies<Base: LeafFeature>: Feature {
  /// The modules' states, one for each slot.
  public struct State: Equatable, Sendable {
    /// The states, in the order of the slots.
    public var features: [Base.State]

    /// The states of all copies.
    @inlinable public init(features: [Base.State]) { self.features = features }
  }

  /// An action of one copy.
  public struct Action: Sendable {
    /// The slot it is aimed at.
    public var index: Int
    /// The action, as the module in that slot takes it.
    public var action: Base.Action

    /// An action for the copy in slot `index`.
    @inlinable public init(index: Int, action: Base.Action) {
      self.index = index
      self.action = action
    }
  }

  /// Work that one copy asks for.
  public struct Request: Sendable {
    /// The slot that asks.
    public var index: Int
    /// The work, as the module in that slot asks for it.
    public var request: Base.Request

    /// Work for the copy in slot `index`.
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

  /// The module that all copies are of.
  public let base: Base
  /// How many copies there are.
  public let count: Int

  /// `count` copies of `base`.
  ///
  /// - Precondition: There is at least one.
  @inlinable public init(_ base: Base, count: Int) {
    precondition(count > 0, "copies must be at least 1, got \(count)")
    self.base = base
    self.count = count
  }

  /// Every copy at its launch; none shares memory with another, or the first to write would copy.
  @inlinable public var initialState: State {
    State(features: (0..<count).map { _ in base.initialState })
  }

  /// Applies an action to its copy, in place: the price does not grow with the number of copies.
  @inlinable public func reduce(into state: inout State, action: Action) {
    base.reduce(into: &state.features[action.index], action: action.action)
  }

  /// The copy that the action is for.
  @inlinable public func region(of action: Action) -> StateRegion {
    Self.region(copy: action.index)
  }

  /// The copy in the slot.
  @inlinable public func region(slot: Int) -> StateRegion { Self.region(copy: slot) }

  @inlinable @inline(__always)
  static func region(copy: Int) -> StateRegion { .element(\State.features, key: copy) }

  /// The work that the action's copy asks for.
  @inlinable public func request(for action: Action, after state: State) -> Request? {
    guard let request = base.request(for: action.action, after: state.features[action.index])
    else { return nil }
    return Request(index: action.index, request: request)
  }

  /// As the module does.
  @inlinable public static var hasEffects: Bool { Base.hasEffects }

  /// As the module does.
  @inlinable public func mayRequest(_ action: Action) -> Bool { base.mayRequest(action.action) }

  /// Does the work; the answer goes to the copy that asked.
  @inlinable public func perform(_ request: Request) -> Action? {
    guard let action = base.perform(request.request) else { return nil }
    return Action(index: request.index, action: action)
  }

  /// Those of a copy that there is, if the module accepts them.
  public func accepts(_ action: Action) -> Bool {
    (0..<count).contains(action.index) && base.accepts(action.action)
  }

  /// A slot for each copy.
  @inlinable public var slotCount: Int { count }

  /// A copy is a slot.
  @inlinable public var slotsOfCopy: Int { 1 }

  /// A copy is a slot.
  @inlinable public func slot(rank: Int, ofCopy copy: Int) -> Int { copy }

  /// Feeds all that one copy keeps.
  @inlinable public func digest(_ state: State, slot: Int, into digest: inout Digest) {
    base.digest(state.features[slot], into: &digest)
  }

  /// What one copy's screen shows.
  @inlinable public func drawn(_ state: State, slot: Int) -> UInt64 {
    base.drawn(state.features[slot])
  }

  /// What is computed from one copy's slice.
  @inlinable public func derived(_ state: State, slot: Int) -> UInt64 {
    base.derived(state.features[slot])
  }

  /// As many initial cursors of the module as there are copies.
  @inlinable public var initialCursor: Cursor {
    Cursor(features: Array(repeating: base.initialCursor, count: count))
  }

  /// The next action of one copy.
  @inlinable public func nextAction(
    slot: Int, cursor: inout Cursor, style: ActionStyle, using random: inout SplitMix64
  ) -> Action? {
    guard
      let action = base.nextAction(
        cursor: &cursor.features[slot], style: style, using: &random)
    else { return nil }
    return Action(index: slot, action: action)
  }

  /// Copies of one module.
  @inlinable public func accept<V: FeatureVisitor>(_ visitor: V) -> V.Result
  where V.State == State, V.Action == Action, V.Request == Request {
    visitor.visit(copies: self)
  }
}

extension Copies.Action: Codable {
  private enum CodingKeys: String, CodingKey {
    case index, action
  }

  /// Reads an action with its slot; one without is for the only copy, in slot 0.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let index = try container.decodeIfPresent(Int.self, forKey: .index) {
      self.init(index: index, action: try container.decode(Base.Action.self, forKey: .action))
    } else {
      self.init(index: 0, action: try Base.Action(from: decoder))
    }
  }

  /// Writes the slot and the action.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(index, forKey: .index)
    try container.encode(action, forKey: .action)
  }
}

extension Copies.Action: Equatable where Base.Action: Equatable {}
extension Copies.Request: Equatable where Base.Request: Equatable {}
