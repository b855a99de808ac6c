/// What a worker sends: who it is, and which of its actions at that store this is.
@frozen public struct NumberedAction: BitwiseCopyable, Codable, Equatable, Sendable {
  /// Who sends it, from 0.
  public var worker: Int
  /// How many actions that worker has sent to that store before, which is its sequence number.
  public var number: Int
  /// Which of the store's modules it is for, from 0.
  public var copy: Int

  /// An action.
  @inlinable public init(worker: Int, number: Int, copy: Int) {
    self.worker = worker
    self.number = number
    self.copy = copy
  }
}
