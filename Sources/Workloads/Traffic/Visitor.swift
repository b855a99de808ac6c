/// A simulated user, and when this user does something next: all that is kept of one, 24 bytes.
@frozen @usableFromInline struct Visitor: BitwiseCopyable, Sendable {
  /// When the next thing happens, in nanoseconds from the start.
  @usableFromInline var atNs: UInt64
  /// The state of the user's own random numbers.
  @usableFromInline var randomState: UInt64
  @usableFromInline var user: UInt32
  /// Where the user is, or `nowhere` between two sessions.
  @usableFromInline var slot: UInt32

  @inlinable static var nowhere: UInt32 { .max }

  @inlinable init(atNs: UInt64, randomState: UInt64, user: UInt32, slot: UInt32) {
    self.atNs = atNs
    self.randomState = randomState
    self.user = user
    self.slot = slot
  }

  /// Whether this one's turn is before the other's: by time, then by user.
  @inlinable func precedes(_ other: Visitor) -> Bool {
    atNs != other.atNs ? atNs < other.atNs : user < other.user
  }
}
