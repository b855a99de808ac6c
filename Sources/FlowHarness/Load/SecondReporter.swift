import Foundation
package import Measurement
import Workloads

/// Says what each second of a load has seen, on a thread of its own, which is not pinned.
package final class SecondReporter {
  private let thread: Thread
  private let done = DispatchSemaphore(value: 0)

  /// Reports the seconds of `feed` until it is closed.
  ///
  /// - Parameters:
  ///   - arrivals: Makes the instants at which actions are meant to come, of its own: called on the
  ///     reporter's thread. `nil` where they depend on who was served.
  ///   - limit: How many may wait, if not all.
  ///   - cores: Where the reporter may run; `nil`: where its maker may.
  ///   - report: Is called on the reporter's thread.
  package init(
    _ feed: SecondFeed, arrivals: (@Sendable () -> ArrivalInstants)?, limit: Int?,
    cores: CoreAffinity?, report: @escaping @Sendable (LoadSecond) -> Void
  ) {
    thread = Thread { [done] in
      cores?.moveCallingThread()
      var summary = SecondSummary(arrivals: arrivals?(), limit: limit)
      while let page = feed.next() {
        report(summary.second(of: page.pointee))
        page.pointee.response.reset()
        feed.putBack(page)
      }
      done.signal()
    }
    thread.start()
  }

  /// Waits until the last second was reported; the feed must be closed.
  package func join() { done.wait() }
}

/// The instants of a load's actions, in order; `nil` after the last.
package typealias ArrivalInstants = () -> UInt64?

/// Turns running totals into seconds.
struct SecondSummary {
  private let arrivals: ArrivalInstants?
  private let limit: Int?
  /// The first arrival that belongs to a later second.
  private var upcoming: UInt64?
  private var offeredTotal = 0
  private var completedTotal = 0
  private var droppedTotal = 0

  /// Before the first second.
  init(arrivals: ArrivalInstants?, limit: Int?) {
    self.limit = limit
    self.arrivals = arrivals
    upcoming = arrivals?()
  }

  /// What the next second has seen.
  mutating func second(of counts: SecondCounts) -> LoadSecond {
    let offered = offered(untilNs: counts.endNs)
    offeredTotal += offered
    let completed = counts.completedTotal - completedTotal
    let dropped = counts.droppedTotal - droppedTotal
    completedTotal = counts.completedTotal
    droppedTotal = counts.droppedTotal
    let isScheduled = arrivals != nil
    let response = LatencyHistogram(counts.response)
    return LoadSecond(
      endNs: counts.endNs, offered: isScheduled ? offered : nil, completed: completed,
      dropped: dropped,
      inSystem: isScheduled ? inSystem : nil,
      p50Ns: response.knownPercentileNs(50).map { UInt64($0) },
      p99Ns: response.knownPercentileNs(99).map { UInt64($0) },
      maxNs: response.maxNs)
  }

  /// Those who wait, and the one in service. More cannot be: who came to a full line during that
  /// service will be turned away when it ends.
  private var inSystem: Int {
    let open = max(0, offeredTotal - completedTotal - droppedTotal)
    return limit.map { min(open, $0 + 1) } ?? open
  }

  private mutating func offered(untilNs endNs: UInt64) -> Int {
    var count = 0
    while let next = upcoming, next < endNs {
      count += 1
      upcoming = arrivals?()
    }
    return count
  }
}
