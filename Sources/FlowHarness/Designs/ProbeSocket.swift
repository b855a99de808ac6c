import Workloads

/// What can be said of a store before one is made.
@usableFromInline
package struct StoreAbilities: Equatable {
  /// How it notifies its readers of a change.
  var notification: NotificationStyle
  /// Whether it can be made on another actor than the main one.
  package var supportsVirtualTime = false
}

/// Makes nothing: says what the store could do.
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

  /// Nobody on another executor could be notified.
  func plug<S: ConcurrentStore>(
    _ make: @escaping @MainActor (F) -> S
  ) -> StoreAbilities where S.F == F {
    StoreAbilities(notification: .none)
  }
}

/// The same of children of one store.
struct ChildProbeSocket<Whole: Feature, Module: LeafFeature>: ChildSocket {
  func plug<P, C: SynchronousStore>(
    parent: @escaping @MainActor (Whole) -> P,
    child: @escaping @MainActor (P, ChildPart<Whole, Module>) -> C
  ) -> StoreAbilities where C.F == Module {
    StoreAbilities(notification: C.notification)
  }

  func plug<P, C: SuspendingStore>(
    parent: @escaping @MainActor (Whole) -> P,
    child: @escaping @MainActor (P, ChildPart<Whole, Module>) -> C
  ) -> StoreAbilities where C.F == Module {
    StoreAbilities(notification: C.notification)
  }
}
