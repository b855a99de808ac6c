/// A subscription to changes of a store, which ends when the token is cancelled or released.
///
/// A token is confined to the actor of its store, because it is not `Sendable`.
public final class ObservationToken {
  @usableFromInline var end: (() -> Void)?

  /// Creates a token for a store or publisher of your own.
  ///
  /// - Parameter end: A closure that ends the subscription. It is called once, by the first call of
  ///   `cancel` or when the token is released.
  @inlinable
  public init(end: @escaping () -> Void) {
    self.end = end
  }

  deinit { end?() }

  /// Ends the subscription. Its closure is not called again, not even by a notification in
  /// progress. Further calls do nothing, and neither does the token of a released store.
  public func cancel() {
    let end = self.end
    self.end = nil
    end?()
  }
}
