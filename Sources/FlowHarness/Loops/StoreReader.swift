public import FlowCore
public import Workloads

/// Reads the state of a store, and subscribes to its changes.
@usableFromInline
package struct StoreReader {
  /// The way in which the store notifies its readers of a change.
  let notification: NotificationStyle
  /// Returns the reading of one slot of the state.
  package let read: (Reading, Int) -> UInt64
  /// Subscribes to slots.
  let subscribe: (Reading, [Int], @escaping () -> Void) -> [ObservationToken]

  /// Creates the reader of the store in `memory`.
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

  /// Returns observers of the store; `nil` if there are none.
  @usableFromInline
  func watched(by specs: [ObserverSpec]) -> ViewHub? {
    ViewHub.watching(specs, notification: notification, read: read, subscribe: subscribe)
  }

  /// Returns the digest of the whole state.
  @usableFromInline
  package func digest(slots: Int) -> UInt64 { combineSlots(slots) { read(.digest, $0) } }
}
