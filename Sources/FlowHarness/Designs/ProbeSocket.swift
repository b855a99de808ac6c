import Workloads

/// The abilities of a store, which are known before one is made.
@usableFromInline
package struct StoreAbilities: Equatable {
  /// The way in which it notifies its readers of a change.
  var notification: NotificationStyle
  /// A Boolean value that indicates whether it can be made on an actor other than the main actor.
  package var supportsVirtualTime = false
}

/// Returns the abilities of a store without making one.
struct ProbeSocket<F: Feature>: StoreSocket {
  func plug<S: SynchronousStore>(
    _ make: @escaping @MainActor (F) -> S
  ) -> StoreAbilities where S.F == F {
    StoreAbilities(notification: S.notification)
  }

  func plugAnywhere<S: SynchronousStore & SendableMetatype>(
    _ make: @escaping @Sendable (F, isolated any Actor) -> S
  ) -> StoreAbilities where S.F == F {
    StoreAbilities(notification: S.notification, supportsVirtualTime: true)
  }

  func plug<S: SuspendingStore>(
    _ make: @escaping @MainActor (F) -> S
  ) -> StoreAbilities where S.F == F {
    StoreAbilities(notification: S.notification)
  }

  /// Readers on another executor cannot be notified.
  func plug<S: ConcurrentStore>(
    _ make: @escaping @MainActor (F) -> S
  ) -> StoreAbilities where S.F == F {
    StoreAbilities(notification: .none)
  }
}
