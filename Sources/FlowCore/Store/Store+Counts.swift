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
  private var observers: ObserverList? { core.pointee.observers?.takeUnretainedValue() }

  /// What it keeps account of at present.
  package var counts: StoreCounts {
    StoreCounts(
      works: effectsInFlight, effects: runner?.running.entryCount ?? 0,
      observers: observers?.openCount ?? 0, remembered: observers?.all.count ?? 0,
      queued: queue.count, queueCapacity: queue.capacity)
  }
}
