/// An action of a trace, with what is known of how it came.
public struct TracedAction<Action> {
  /// The action as the reducer got it, whether sent or answered.
  public var action: Action
  /// When it was sent or answered, in nanoseconds since the trace began; `nil` if nobody knows.
  public var atNs: UInt64?
  /// Whether an effect answered it. Whoever replays the trace and runs effects leaves it out.
  public var isAnswer: Bool

  /// An action that was sent, unless it is said to be an answer.
  public init(_ action: Action, atNs: UInt64? = nil, isAnswer: Bool = false) {
    self.action = action
    self.atNs = atNs
    self.isAnswer = isAnswer
  }
}

extension TracedAction: Sendable where Action: Sendable {}
extension TracedAction: Equatable where Action: Equatable {}
