extension TimerFeature {
  /// Where a person stands with the timer.
  @frozen public struct Cursor: BitwiseCopyable, Sendable {
    @frozen @usableFromInline enum Step: UInt8, BitwiseCopyable, Sendable {
      case away, running, finished, shared
    }

    @usableFromInline var step = Step.away

    /// Nobody is there.
    @inlinable public init() {}
  }

  /// The user is away; a session opens by starting the timer.
  @inlinable public var initialCursor: Cursor { Cursor() }

  /// The next action, by the table above.
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
