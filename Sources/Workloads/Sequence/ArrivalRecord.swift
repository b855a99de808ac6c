/// What one store knows of the actions of one worker: how many came, and which came twice or late.
///
/// An action is *reordered* when it comes after one with a greater number (RFC 4737, 3.3), and
/// *duplicated* when its number has come before (RFC 5560). The last 64 numbers are remembered one
/// by one, as RFC 6479 does; what comes later than that counts as reordered, whether or not it has
/// come before.
@frozen public struct ArrivalRecord: BitwiseCopyable, Equatable, Sendable {
  /// How many actions came, those that came twice counted twice.
  public var arrived = 0
  /// How many of them had come before.
  public var duplicated = 0
  /// How many came after one with a greater number.
  public var reordered = 0
  /// The number after the largest that came.
  public var next = 0
  /// Bit *i* is set when the number `next` − 1 − *i* has come.
  @usableFromInline var recent: UInt64 = 0

  /// Nothing came yet.
  @inlinable public init() {}

  /// Takes note of an action.
  ///
  /// - Complexity: O(1), without allocation.
  @inlinable public mutating func arrive(_ number: Int) {
    arrived &+= 1
    let ahead = number &- next
    if ahead >= 0 {
      // Shifting by more than there are bits leaves none.
      recent = recent << (ahead &+ 1) | 1
      next = number &+ 1
      return
    }
    let bit: UInt64 = 1 << (-1 &- ahead)
    if recent & bit != 0 {
      duplicated &+= 1
    } else {
      recent |= bit
      reordered &+= 1
    }
  }

  /// How many of the first `sent` numbers never came.
  @inlinable public func lost(of sent: Int) -> Int { max(0, sent - (arrived - duplicated)) }

  /// How many came too often: again, or although nobody had sent them.
  @inlinable public func surplus(over sent: Int) -> Int {
    duplicated + max(0, arrived - duplicated - sent)
  }
}
