/// How far a loop came that stops where the store must be waited for.
@usableFromInline
struct BatchSegment: Sendable {
  /// The first action that is not sent yet.
  @usableFromInline var next: Int
  /// Whether work that the last action began is still going on.
  @usableFromInline var isBusy = false
  /// The time inside `send`, when each send was timed by itself.
  @usableFromInline var sendNs: UInt64 = 0
  /// Whether the loop was compiled for its store.
  @usableFromInline var isSpecialised = true

  /// Nothing is sent before `first`.
  @inlinable init(from first: Int) { next = first }
}
