import FlowCore
import Observation
import Synchronization
package import Workloads

/// Readers of a store, one for each slot, that count their notifications on any thread.
@MainActor
package final class StepReaders {
  /// The notifications of each slot since the last call of `take`.
  private final class Counts: Sendable {
    private let counts: Mutex<[Int]>

    init(_ slots: Int) { counts = Mutex([Int](repeating: 0, count: slots)) }

    func add(_ slot: Int) { counts.withLock { $0[slot] += 1 } }

    func take() -> [Int] {
      counts.withLock { counts in
        defer { counts = [Int](repeating: 0, count: counts.count) }
        return counts
      }
    }
  }

  private let reader: StoreReader
  private let counts: Counts
  private var subscriptions: [ObservationToken] = []
  private let isTracking: Bool

  /// Creates a reader for each slot; `nil` for a store without notifications.
  package init?(_ reader: StoreReader, slots: Int, _ notification: NotificationStyle) {
    guard notification != .none else { return nil }
    self.reader = reader
    counts = Counts(slots)
    isTracking = notification == .tracking
    for slot in 0..<slots {
      if isTracking {
        track(slot)
      } else {
        subscriptions += reader.subscribe(.drawn, [slot]) { [counts] in counts.add(slot) }
        _ = reader.read(.drawn, slot)
      }
    }
    // Some stores notify new subscribers without an action.
    _ = counts.take()
  }

  private func track(_ slot: Int) {
    withObservationTracking {
      _ = reader.read(.drawn, slot)
    } onChange: { [counts] in
      counts.add(slot)
    }
  }

  /// Returns the number of notifications of each slot's reader since the last call. With tracking,
  /// the notified readers read again, as views do.
  package func take() -> [Int] {
    let taken = counts.take()
    if isTracking {
      for (slot, count) in taken.enumerated() where count > 0 { track(slot) }
    }
    return taken
  }
}
