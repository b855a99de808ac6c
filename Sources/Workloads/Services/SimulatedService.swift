/// Which action of a load something belongs to.
@frozen public struct LoadActionID: BitwiseCopyable, Equatable, Sendable {
  /// The action's number, from 1; 0 for an action that belongs to no load.
  public var number: UInt64
  /// Where the simulated service keeps what it knows of it.
  public var place: UInt32

  /// An id.
  @inlinable public init(number: UInt64, place: UInt32) {
    self.number = number
    self.place = place
  }

  /// No action of a load.
  @inlinable public static var none: LoadActionID { LoadActionID(number: 0, place: 0) }
}

/// Where the effects of a load are served, and where it is noted what becomes of each action.
public protocol SimulatedService: AnyObject, Sendable {
  /// An action was reduced.
  ///
  /// - Parameters:
  ///   - id: Of the action that was sent, or of the one whose answer this is.
  ///   - isAnswer: Whether an effect sent it.
  ///   - asks: Whether it asks for work, which will then be served under the same id.
  func reduced(_ id: LoadActionID, isAnswer: Bool, asks: Bool)

  /// Takes as long as the service takes.
  ///
  /// - Returns: Whether there is an answer; not if it failed, came too late, or the caller's task
  ///   was cancelled.
  nonisolated(nonsending) func serve(_ id: LoadActionID) async -> Bool
}
