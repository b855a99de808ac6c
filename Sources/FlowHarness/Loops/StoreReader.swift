public import FlowCore
public import Workloads

/// What others than the loops ask a store: whoever looks at its state, or wants to be notified of
/// changes.
@usableFromInline
package struct StoreReader {
  /// How it notifies its readers of a change.
  let notification: NotificationStyle
  /// Reads one slot of the state.
  package let read: (Reading, Int) -> UInt64
  /// Subscribes to slots.
  let subscribe: (Reading, [Int], @escaping () -> Void) -> [ObservationToken]

  /// Of the one store that lies in `memory`.
  @inlinable
  init<S: StoreUnderTest>(_ memory: StoreArray<S>) {
    self.init(
      notification: S.notification,
      read: { reading, slot in
        return memory.base.pointee.read(reading, slot: slot)
      },
      subscribe: { reading, slots, changed in
        return memory.base.pointee.subscribe(reading, slots: slots, changed)
      })
  }

  @usableFromInline
  init(
    notification: NotificationStyle, read: @escaping (Reading, Int) -> UInt64,
    subscribe: @escaping (Reading, [Int], @escaping () -> Void) -> [ObservationToken]
  ) {
    self.notification = notification
    self.read = read
    self.subscribe = subscribe
  }

  /// Observers of the store as `specs` say; `nil` when there are none.
  @usableFromInline
  func watched(by specs: [ObserverSpec]) -> ViewHub? {
    ViewHub.watching(specs, notification: notification, read: read, subscribe: subscribe)
  }

  /// The digest of the whole state.
  @usableFromInline
  package func digest(slots: Int) -> UInt64 { combineSlots(slots) { read(.digest, $0) } }
}
