import FlowCore
import Observation
import Synchronization
package import Workloads

/// Readers of a store, one for each slot, that count how often each is notified.
///
/// A store may notify them on whichever thread it likes: that is counted, too.
@MainActor
package final class StepReaders {
  /// Notifications by slot since somebody looked.
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

  /// A reader for each of so many slots; `nil` for a store that notifies nobody.
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
    // What some stores say to whoever subscribes is about no action.
    _ = counts.take()
  }

  private func track(_ slot: Int) {
    withObservationTracking {
      _ = reader.read(.drawn, slot)
    } onChange: { [counts] in
      counts.add(slot)
    }
  }

  /// How often each slot's reader was notified since the last call. Of a store that is
  /// tracked, those that were notified are read again, as a view does.
  package func take() -> [Int] {
    let taken = counts.take()
    if isTracking {
      for (slot, count) in taken.enumerated() where count > 0 { track(slot) }
    }
    return taken
  }
}
