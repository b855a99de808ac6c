/// A subscription to changes of a store, which ends when it is cancelled or released.
///
/// It belongs to the actor of the store that returned it; it is not `Sendable`, so that the
/// compiler keeps it there.
public final class ObservationToken {
  @usableFromInline var end: (() -> Void)?

  /// Creates a token for a store or publisher of your own.
  ///
  /// - Parameter end: Ends the subscription. It is called once: by the first `cancel`, or when the
  ///   token is released.
  @inlinable
  public init(end: @escaping () -> Void) {
    self.end = end
  }

  deinit { end?() }

  /// Ends the subscription now: its closure is never called again, not even by a notification
  /// that is under way. Calling it twice does nothing.
  public func cancel() {
    let end = self.end
    self.end = nil
    end?()
  }
}
