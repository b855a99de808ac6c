/// The id of an action of a load.
@frozen public struct LoadActionID: BitwiseCopyable, Equatable, Sendable {
  /// The action's number, from 1; 0 for an action that belongs to no load.
  public var number: UInt64
  /// The place of the action's record in the service.
  public var place: UInt32

  /// Creates an id.
  @inlinable public init(number: UInt64, place: UInt32) {
    self.number = number
    self.place = place
  }

  /// The id of actions without a load.
  @inlinable public static var none: LoadActionID { LoadActionID(number: 0, place: 0) }
}

/// A service that serves the effects of a load and records the outcome of each action.
public protocol SimulatedService: AnyObject, Sendable {
  /// Records that an action was reduced.
  ///
  /// - Parameters:
  ///   - id: The id of the sent action, or of the one that this answers.
  ///   - isAnswer: `true` if an effect sent it.
  ///   - asks: `true` if it requests work, which is then served under the same id.
  func reduced(_ id: LoadActionID, isAnswer: Bool, asks: Bool)

  /// Waits for the service.
  ///
  /// - Returns: `false` if the service failed or timed out, or the caller's task was cancelled.
  nonisolated(nonsending) func serve(_ id: LoadActionID) async -> Bool
}
