/// Work that never answers, begun many times and then cancelled.
///
/// The reducer counts and the work waits, so its rows show the cost of an effect in flight and of
/// its end.
///
/// | style | actions |
/// |---|---|
/// | independent | begin (effect), 10,000 times; end all, once; and again |
/// | session | the same; a session ends after end all |
public struct LingerFeature: LeafFeature {
  /// The counts of begun effects and of cancellations.
  public struct State: Equatable, Sendable {
    /// The number of begun effects.
    public var begun: Int
    /// The number of times that all effects were cancelled.
    public var ended: Int

    /// Creates a state.
    @inlinable public init(begun: Int = 0, ended: Int = 0) {
      self.begun = begun
      self.ended = ended
    }
  }

  /// The beginning of an effect, or the end of all.
  @frozen public enum Action: Codable, Equatable, Sendable {
    /// Requests work that waits until it is cancelled.
    case begin
    /// Cancels all work in flight.
    case endAll
  }

  /// Work that waits until it is cancelled.
  public struct Request: Equatable, Sendable {
    /// Creates a request.
    @inlinable public init() {}
  }

  /// The position in the sequence of actions.
  @frozen public struct Cursor: BitwiseCopyable, Sendable {
    @usableFromInline var actions = 0

    /// Creates a cursor at the beginning.
    @inlinable public init() {}
  }

  /// The work of all effects of a store, which it counts.
  public let work: LingeringWork
  /// The number of effects that begin before all are cancelled.
  public let maxInFlight: Int

  /// Creates a module with at least one effect.
  @inlinable public init(work: LingeringWork = LingeringWork(), maxInFlight: Int = 10_000) {
    precondition(maxInFlight > 0, "maxInFlight: must be at least 1, got \(maxInFlight)")
    self.work = work
    self.maxInFlight = maxInFlight
  }

  /// A state without begun effects.
  @inlinable public var initialState: State { State() }

  /// Counts a beginning or an end.
  @inlinable public func reduce(into state: inout State, action: Action) {
    switch action {
    case .begin: state.begun &+= 1
    case .endAll: state.ended &+= 1
    }
  }

  /// Returns `true` for `begin`.
  @inlinable public func mayRequest(_ action: Action) -> Bool { action == .begin }

  /// Returns a request for `begin`.
  @inlinable public func request(for action: Action, after state: State) -> Request? {
    action == .begin ? Request() : nil
  }

  /// Returns `nil`, because the work never answers.
  @inlinable public func perform(_ request: Request) -> Action? { nil }

  /// The beginning of all effects, and their end.
  @inlinable public var period: Int { maxInFlight + 1 }

  /// Feeds both counts of the state.
  @inlinable public func digest(_ state: State, into digest: inout Digest) {
    digest.combine(state.begun)
    digest.combine(state.ended)
  }

  /// Returns the number of effects for each end.
  @inlinable public func derived(_ state: State) -> UInt64 {
    Digest.of { $0.combine(state.begun / max(1, state.ended)) }
  }

  /// The position before the first effect.
  @inlinable public var initialCursor: Cursor { Cursor() }

  /// Returns another beginning, or the end of all.
  @inlinable public func nextAction(
    cursor: inout Cursor, style: ActionStyle, using random: inout SplitMix64
  ) -> Action? {
    if cursor.actions == period {
      cursor.actions = 0
      if case .session = style { return nil }
    }
    cursor.actions += 1
    return cursor.actions == period ? .endAll : .begin
  }
}

extension Workload where F == LingerFeature {
  /// The module as a workload.
  public static var linger: Self {
    Self(summary: "10,000 effects in flight without an answer, then cancelled") { _ in
      LingerFeature()
    }
  }
}
