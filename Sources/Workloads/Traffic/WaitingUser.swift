/// A user of a crowd between an action and its end.
@frozen public struct WaitingUser: Sendable, BitwiseCopyable {
  @usableFromInline let visitor: Visitor
  /// How long the user will think after the end.
  @usableFromInline let thinkNs: UInt64

  @inlinable init(_ visitor: Visitor, thinkNs: UInt64) {
    self.visitor = visitor
    self.thinkNs = thinkNs
  }
}
