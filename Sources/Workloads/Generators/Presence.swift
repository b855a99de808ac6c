/// Whether somebody is there: the cursor of a module whose sessions need to know nothing else.
@frozen public struct Presence: BitwiseCopyable, Sendable {
  /// Whether a session is open.
  @usableFromInline private(set) var isOpen = false

  /// Nobody is there.
  @inlinable public init() {}

  /// Comes, or stays for another action, or leaves: a session has `mean` actions on average.
  ///
  /// - Returns: Whether there is an action.
  @inlinable
  public mutating func stays(afterMean mean: Int, using random: inout SplitMix64) -> Bool {
    isOpen = !isOpen || !random.leaves(afterMean: mean)
    return isOpen
  }
}
