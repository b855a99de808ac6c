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
  /// How far sharing has come.
  @frozen public enum SharingStatus: UInt8, Codable, Equatable, Sendable {
    /// Not shared, or sharing failed.
    case notShared
    /// On its way.
    case uploading
    /// Done.
    case shared
  }

  /// A fast: its beginning, its end and its goal.
  public struct State: Equatable, Sendable {
    /// When it began, if it did.
    public var start: Date?
    /// When it ended, if it did.
    public var end: Date?
    /// How long it shall last, in seconds.
    public var goal: TimeInterval
    /// How far sharing this fast has come; `notShared` also after a failure.
    public var sharingStatus: SharingStatus

    /// A timer; by default one that never ran, with a goal of 16 hours.
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

  /// What can happen to the timer.
  @frozen public enum Action: Codable, Equatable, Sendable {
    /// Begins now; an end from before is forgotten.
    case start
    /// Ends now.
    case finish
    /// Starts again now, and no other part has been notified.
    case reset
    /// Tells others.
    case share
    /// The answer to `share`.
    case setSharingStatus(SharingStatus)
  }

  /// What sharing needs to know.
  public struct Request: Equatable, Sendable {
    /// When the fast began, if it did.
    public var start: Date?
    /// When it ended, or will when the goal is kept.
    public var end: Date?

    /// A request to share.
    @inlinable public init(start: Date?, end: Date?) {
      self.start = start
      self.end = end
    }
  }

  /// What the timer needs from the world.
  public struct Dependencies: Sendable {
    /// The time of day; read by the reducer, so a wall clock makes it impure.
    public var now: @Sendable () -> Date
    /// Notifies others of a fast from its start to its end; throws when they cannot be notified.
    public var share: @Sendable (Date, Date) throws -> Void

    /// Dependencies that do what the closures do.
    public init(
      now: @escaping @Sendable () -> Date, share: @escaping @Sendable (Date, Date) throws -> Void
    ) {
      self.now = now
      self.share = share
    }

    /// The wall clock, and others who always listen.
    public static let live = Dependencies(now: SystemClock.now, share: { _, _ in })

    /// A simulated clock, and others who fail one fast in four: those whose start is the fourth
    /// second of four.
    public static func simulated(clock: SimulatedClock = SimulatedClock()) -> Dependencies {
      Dependencies(now: clock.now) { start, _ in
        guard Int(start.timeIntervalSinceReferenceDate) % 4 != 3 else { throw SharingError() }
      }
    }
  }

  /// Others could not be notified.
  public struct SharingError: Error, Equatable {
    /// A failure to share.
    public init() {}
  }

  /// How many actions a session has on average.
  @inlinable public static var meanSessionLength: Int { 8 }

  @usableFromInline let dependencies: Dependencies

  /// A timer in the world that `dependencies` make.
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

  /// Only sharing asks for work.
  @inlinable public func mayRequest(_ action: Action) -> Bool { action == .share }

  /// Sharing is asked for by `share` alone.
  @inlinable public func request(for action: Action, after state: State) -> Request? {
    guard case .share = action else { return nil }
    return Request(start: state.start, end: state.end ?? state.start.map { $0 + state.goal })
  }

  /// Shares; what never started is not shared.
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

  /// Feeds the beginning, the end, the goal, and how far sharing has come.
  @inlinable public func digest(_ state: State, into digest: inout Digest) {
    digest.combine(state.start)
    digest.combine(state.end)
    digest.combine(state.goal)
    digest.combine(Int(state.sharingStatus.rawValue))
  }

  /// The two dates and the status.
  @inlinable public func drawn(_ state: State) -> UInt64 {
    Digest.of {
      $0.combine(state.start)
      $0.combine(state.end)
      $0.combine(Int(state.sharingStatus.rawValue))
    }
  }

  /// Whether the goal was kept, and by how many minutes it was missed.
  @inlinable public func derived(_ state: State) -> UInt64 {
    guard let start = state.start, let end = state.end else { return 0 }
    let missing = state.goal - end.timeIntervalSince(start)
    return Digest.of { $0.combine(missing <= 0 ? 0 : Int(missing / 60) + 1) }
  }
}

extension Workload where F == TimerFeature {
  /// The module, as a workload.
  public static var timer: Self {
    Self(summary: "an intermittent-fasting timer that can be shared") { services in
      TimerFeature(dependencies: .simulated(clock: services.clock))
    }
  }
}
