/// A subscription to changes of a store, which ends when the token is cancelled or released.
///
/// A token is confined to the actor of its store, because it is not `Sendable`. It may be released on
/// any thread, for example with the object that it is a property of. If that is not on the actor,
/// the subscription ends at the actor's next turn, and its closure may be called until then. On
/// macOS 15 and iOS 17 to 18, this also applies to a release on an actor other than the main actor;
/// ``cancel()`` ends the subscription immediately. The token of a store without an actor is released
/// where the store is used.
public final class ObservationToken {
  @usableFromInline var end: (() -> Void)?
  /// The isolation of the store; `nil` for a store or publisher of the app.
  @usableFromInline let isolation: StoreIsolation?

  /// Creates a token for a store or publisher of your own.
  ///
  /// - Parameter end: A closure that ends the subscription. It is called once, by the first call of
  ///   `cancel` or when the token is released.
  @inlinable
  public init(end: @escaping () -> Void) {
    self.end = end
    isolation = nil
  }

  @usableFromInline
  init(isolation: StoreIsolation, end: @escaping () -> Void) {
    self.end = end
    self.isolation = isolation
    // Determines the actor here, while on it.
    _ = isolation.hasActor()
  }

  deinit {
    guard end != nil else { return }
    // The closure is moved, because its last reference must be released on the actor.
    if let isolation { isolation.perform(&end) } else { end?() }
  }

  /// Ends the subscription. Its closure is not called again, not even by a notification in
  /// progress. Further calls do nothing, and neither does the token of a released store.
  public func cancel() {
    let end = self.end
    self.end = nil
    end?()
  }
}
