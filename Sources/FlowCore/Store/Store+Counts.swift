/// What a store keeps account of; for tests of what it forgets.
package struct StoreCounts: Equatable, Sendable {
  /// Works of effects that have begun and not ended.
  package var works: Int
  /// Effects, works and what holds them together, that have a slot.
  package var effects: Int
  /// Observers and observed slices that want to be notified.
  package var observers: Int
  /// Observers and observed slices that are remembered, whether or not they want to be notified.
  package var remembered: Int
  /// Actions that have come and are not reduced yet.
  package var queued: Int
  /// Actions that there is room for.
  package var queueCapacity: Int
}

extension Store {
  /// What it keeps account of at present.
  package var counts: StoreCounts {
    StoreCounts(
      works: runner.running.count, effects: runner.running.entryCount,
      observers: observers.openCount, remembered: observers.all.count,
      queued: queue.pointee.count, queueCapacity: queue.pointee.capacity)
  }
}
