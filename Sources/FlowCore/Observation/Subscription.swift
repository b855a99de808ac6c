/// Keeps a subscriber notified until it is cancelled or nobody holds it any more.
///
/// Belongs to the thread or actor of the store that gave it out; it is not `Sendable`, so that the
/// compiler keeps it there.
public final class Subscription {
  @usableFromInline var end: (() -> Void)?

  /// A subscription that another store, or a publisher of your own, gives out.
  ///
  /// - Parameter end: Forgets the subscriber. Called once: by the first `cancel`, or when nobody
  ///   holds the subscription any more.
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
