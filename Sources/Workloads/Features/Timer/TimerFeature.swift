public import Foundation

/// A timer for intermittent fasting, whose result can be shared.
///
/// | action | independent | session (8 actions on average) |
/// |---|---|---|
/// | start | 20/64 | opens every session |
/// | finish | 20/64 | 3/4 while it runs |
/// | reset | 19/64 | 1/4 while it runs, 1/2 when finished, always once shared |
/// | setSharingStatus(notShared) | 4/64 | only as an answer |
/// | share (effect) | 1/64 | 1/2 when finished |
public struct TimerFeature: LeafFeature {
  /// The progress of sharing.
  @frozen public enum SharingStatus: UInt8, Codable, Equatable, Sendable {
    /// The fast is not shared, or sharing failed.
    case notShared
    /// Sharing is in progress.
    case uploading
    /// The fast is shared.
    case shared
  }

  /// A fast: its beginning, its end and its goal.
  public struct State: Equatable, Sendable {
    /// The beginning; `nil` before the first start.
    public var start: Date?
    /// The end; `nil` while the timer runs.
    public var end: Date?
    /// The planned length in seconds.
    public var goal: TimeInterval
    /// The progress of sharing this fast.
    public var sharingStatus: SharingStatus

    /// Creates a timer; by default one that never ran, with a goal of 16 hours.
    @inlinable public init(
      start: Date? = nil, end: Date? = nil, goal: TimeInterval = 57_600,
      sharingStatus: SharingStatus = .notShared
    ) {
      self.start = start
      self.end = end
      self.goal = goal
      self.sharingStatus = sharingStatus
    }
  }

  /// An input of the timer, or an answer.
  @frozen public enum Action: Codable, Equatable, Sendable {
    /// Begins a fast now.
    case start
    /// Ends the fast now.
    case finish
    /// Begins a fast now that is not shared.
    case reset
    /// Shares the fast.
    case share
    /// The answer to `share`.
    case setSharingStatus(SharingStatus)
  }

  /// The fast to share.
  public struct Request: Equatable, Sendable {
    /// The beginning; `nil` before the first start.
    public var start: Date?
    /// The end; of a running timer the end of its goal.
    public var end: Date?

    /// Creates a request.
    @inlinable public init(start: Date?, end: Date?) {
      self.start = start
      self.end = end
    }
  }

  /// The services of the timer.
  public struct Dependencies: Sendable {
    /// Returns the time; the reducer reads it, so that a wall clock makes it impure.
    public var now: @Sendable () -> Date
    /// Shares a fast from its start to its end.
    public var share: @Sendable (Date, Date) throws -> Void

    /// Creates dependencies.
    public init(
      now: @escaping @Sendable () -> Date, share: @escaping @Sendable (Date, Date) throws -> Void
    ) {
      self.now = now
      self.share = share
    }

    /// A simulated clock, and sharing that fails for one fast in four: those that start at the
    /// fourth second of four.
    public static func simulated(clock: SimulatedClock = SimulatedClock()) -> Dependencies {
      Dependencies(now: clock.now) { start, _ in
        guard Int(start.timeIntervalSinceReferenceDate) % 4 != 3 else { throw SharingError() }
      }
    }
  }

  private struct SharingError: Error {}

  @usableFromInline let dependencies: Dependencies

  /// Creates a timer.
  @inlinable public init(dependencies: Dependencies = .simulated()) {
    self.dependencies = dependencies
  }

  /// A timer that never ran.
  @inlinable public var initialState: State { State() }

  /// Applies an action; start, finish and reset read the clock once.
  @inlinable public func reduce(into state: inout State, action: Action) {
    switch action {
    case .start:
      state.start = dependencies.now()
      state.end = nil
    case .finish:
      state.end = dependencies.now()
    case .reset:
      state.start = dependencies.now()
      state.end = nil
      state.sharingStatus = .notShared
    case .share:
      state.sharingStatus = .uploading
    case .setSharingStatus(let status):
      state.sharingStatus = status
    }
  }

  /// Returns `true` for `share`.
  @inlinable public func mayRequest(_ action: Action) -> Bool { action == .share }

  /// Returns the fast to share.
  @inlinable public func request(for action: Action, after state: State) -> Request? {
    guard case .share = action else { return nil }
    return Request(start: state.start, end: state.end ?? state.start.map { $0 + state.goal })
  }

  /// Shares the fast, if it has started.
  @inlinable public func perform(_ request: Request) -> Action? {
    guard let start = request.start, let end = request.end else {
      return .setSharingStatus(.notShared)
    }
    do {
      try dependencies.share(start, end)
      return .setSharingStatus(.shared)
    } catch {
      return .setSharingStatus(.notShared)
    }
  }

  /// Feeds the beginning, the end, the goal, and the progress of sharing.
  @inlinable public func digest(_ state: State, into digest: inout Digest) {
    digest.combine(state.start)
    digest.combine(state.end)
    digest.combine(state.goal)
    digest.combine(Int(state.sharingStatus.rawValue))
  }

  /// Returns a fingerprint of the two dates and the status.
  @inlinable public func drawn(_ state: State) -> UInt64 {
    Digest.of {
      $0.combine(state.start)
      $0.combine(state.end)
      $0.combine(Int(state.sharingStatus.rawValue))
    }
  }

  /// Returns the minutes that are missing to the goal.
  @inlinable public func derived(_ state: State) -> UInt64 {
    guard let start = state.start, let end = state.end else { return 0 }
    let missing = state.goal - end.timeIntervalSince(start)
    return Digest.of { $0.combine(missing <= 0 ? 0 : Int(missing / 60) + 1) }
  }
}

// MARK: - Generated actions

extension TimerFeature {
  /// The step of a session.
  @frozen public struct Cursor: BitwiseCopyable, Sendable {
    @frozen @usableFromInline enum Step: UInt8, BitwiseCopyable, Sendable {
      case away, running, finished, shared
    }

    @usableFromInline var step = Step.away

    /// Creates a cursor without a session.
    @inlinable public init() {}
  }

  /// The mean number of actions of a session.
  @inlinable public static var meanSessionLength: Int { 8 }

  /// No session; one opens by starting the timer.
  @inlinable public var initialCursor: Cursor { Cursor() }

  /// Returns an action of the table above; `nil` when a session ends.
  @inlinable public func nextAction(
    cursor: inout Cursor, style: ActionStyle, using random: inout SplitMix64
  ) -> Action? {
    switch style {
    case .independent: independentAction(using: &random)
    case .session: sessionAction(cursor: &cursor, using: &random)
    }
  }

  @inlinable func independentAction(using random: inout SplitMix64) -> Action {
    switch random.below(64) {
    case ..<20: .start
    case ..<40: .finish
    case ..<59: .reset
    case ..<63: .setSharingStatus(.notShared)
    default: .share
    }
  }

  @inlinable func sessionAction(cursor: inout Cursor, using random: inout SplitMix64) -> Action? {
    if cursor.step != .away, random.leaves(afterMean: Self.meanSessionLength) {
      cursor.step = .away
      return nil
    }
    let roll = random.below(4)
    switch cursor.step {
    case .away:
      cursor.step = .running
      return .start
    case .running where roll < 3:
      cursor.step = .finished
      return .finish
    case .finished where roll < 2:
      cursor.step = .shared
      return .share
    case .running, .finished, .shared:
      cursor.step = .running
      return .reset
    }
  }
}

extension Workload where F == TimerFeature {
  /// The module as a workload.
  public static var timer: Self {
    Self(summary: "a timer of intermittent fasting that can be shared") { services in
      TimerFeature(dependencies: .simulated(clock: services.clock))
    }
  }
}
