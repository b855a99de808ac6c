/// Work that never answers, begun many times and then cancelled all at once.
///
/// The reducer counts and the work does nothing but wait, so what a row of it shows is what it
/// costs to have an effect in flight, and to end it.
///
/// | style | actions |
/// |---|---|
/// | independent | begin (effect), 10,000 times; end all, once; and again |
/// | session | the same; who has ended all leaves |
public struct LingerFeature: LeafFeature {
  /// How much was begun, and how often it was ended.
  public struct State: Equatable, Sendable {
    /// Effects begun so far.
    public var begun: Int
    /// How often all in flight were cancelled.
    public var ended: Int

    /// A state; by default nothing has begun.
    @inlinable public init(begun: Int = 0, ended: Int = 0) {
      self.begun = begun
      self.ended = ended
    }
  }

  /// What can happen to it.
  @frozen public enum Action: Codable, Equatable, Sendable {
    /// Asks for work that waits until it is cancelled.
    case begin
    /// Cancels everything in flight.
    case endAll
  }

  /// Work that waits until it is cancelled.
  public struct Request: Equatable, Sendable {
    /// The work.
    @inlinable public init() {}
  }

  /// How far somebody has come.
  @frozen public struct Cursor: BitwiseCopyable, Sendable {
    @usableFromInline var actions = 0

    /// At the beginning.
    @inlinable public init() {}
  }

  /// The work that waits; one for all effects of a store, which it counts.
  public let work: LingeringWork
  /// How many effects are begun before all are cancelled.
  public let maxInFlight: Int

  /// A feature that begins so many effects before it cancels them.
  ///
  /// - Precondition: At least one.
  @inlinable public init(work: LingeringWork = LingeringWork(), maxInFlight: Int = 10_000) {
    precondition(maxInFlight > 0, "maxInFlight: must be at least 1, got \(maxInFlight)")
    self.work = work
    self.maxInFlight = maxInFlight
  }

  /// Nothing begun and nothing ended: both counts are 0.
  @inlinable public var initialState: State { State() }

  /// Counts one more effect begun, or one more time that all were cancelled.
  @inlinable public func reduce(into state: inout State, action: Action) {
    switch action {
    case .begin: state.begun &+= 1
    case .endAll: state.ended &+= 1
    }
  }

  /// Only a beginning asks for work.
  @inlinable public func mayRequest(_ action: Action) -> Bool { action == .begin }

  /// Every beginning is work.
  @inlinable public func request(for action: Action, after state: State) -> Request? {
    action == .begin ? Request() : nil
  }

  /// Never answers: where nothing can be in flight, it is over at once.
  @inlinable public func perform(_ request: Request) -> Action? { nil }

  /// All that is begun, and its end.
  @inlinable public var period: Int { maxInFlight + 1 }

  /// Feeds both counts: effects begun, and how often all were cancelled.
  @inlinable public func digest(_ state: State, into digest: inout Digest) {
    digest.combine(state.begun)
    digest.combine(state.ended)
  }

  /// Everything is on the screen.
  @inlinable public func drawn(_ state: State) -> UInt64 {
    Digest.of { digest(state, into: &$0) }
  }

  /// How many effects were begun for each end.
  @inlinable public func derived(_ state: State) -> UInt64 {
    Digest.of { $0.combine(state.begun / max(1, state.ended)) }
  }

  /// Before the first of `maxInFlight` beginnings, after which one action ends them all.
  @inlinable public var initialCursor: Cursor { Cursor() }

  /// Another beginning, or the end of all.
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
  /// The module, as a workload.
  public static var linger: Self {
    Self(summary: "10,000 effects in flight that never answer, then all cancelled") {
      _ in LingerFeature()
    }
  }
}
