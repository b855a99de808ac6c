/// The cursor of a feature whose generator remembers nothing.
public struct NoCursor: Sendable {
  /// Nothing.
  @inlinable public init() {}
}

extension Feature where Cursor == NoCursor {
  /// There is nothing to remember.
  @inlinable public var initialCursor: NoCursor { NoCursor() }
}
