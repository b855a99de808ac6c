/// A store's record of the actions of one worker: their number, duplicates and order.
///
/// An action is *reordered* if it arrives after one with a greater number (RFC 4737, 3.3), and
/// *duplicated* if its number has arrived before (RFC 5560). The last 64 numbers are stored, as in
/// RFC 6479; an older number counts as reordered, whether or not it has arrived before.
@frozen public struct ArrivalRecord: BitwiseCopyable, Equatable, Sendable {
  /// The number of arrivals, including duplicates.
  public var arrived = 0
  /// The number of duplicates.
  public var duplicated = 0
  /// The number of reordered actions.
  public var reordered = 0
  /// The number after the largest one.
  public var next = 0
  // Bit *i* is set if the number `next` − 1 − *i* has arrived.
  @usableFromInline var recent: UInt64 = 0

  /// Creates a record without arrivals.
  @inlinable public init() {}

  /// Records an action.
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

  /// Returns the number of the first `sent` numbers that have not arrived.
  @inlinable public func lost(of sent: Int) -> Int { max(0, sent - (arrived - duplicated)) }

  /// Returns the number of arrivals that were duplicates or not sent.
  @inlinable public func surplus(over sent: Int) -> Int {
    duplicated + max(0, arrived - duplicated - sent)
  }
}
