import Foundation
package import Measurement
import Synchronization
import Workloads

/// Reads the pages of a load on a thread of its own, which is not pinned: says what each second has
/// seen, and keeps what the load comes to.
package final class LoadReporter {
  private let thread: Thread
  private let done = DispatchSemaphore(value: 0)
  private let found = Found()

  /// What the thread leaves behind.
  private final class Found: Sendable {
    let log = Mutex(LoadLog())
  }

  /// Reads the pages of `feed` until it is closed.
  ///
  /// - Parameters:
  ///   - arrivals: Makes the instants at which actions are meant to come, of its own: called on the
  ///     reporter's thread. `nil` where they depend on who was served.
  ///   - limit: How many may wait, if not all.
  ///   - cores: Where the reporter may run; `nil`: where its maker may.
  ///   - report: Is called on the reporter's thread.
  package init(
    _ feed: PageFeed, arrivals: (@Sendable () -> ArrivalInstants)?, limit: Int?,
    cores: CoreAffinity?, report: @escaping @Sendable (LoadSecond) -> Void
  ) {
    thread = Thread { [done, found] in
      cores?.moveCallingThread()
      var log = LoadLog()
      var summary = SecondSummary(arrivals: arrivals?(), limit: limit)
      while let page = feed.next() {
        let times = page.pointee.times.latencies
        let (seconds, inSystem) = summary.take(page.pointee, times.response)
        log.take(page.pointee, times, inSystem: inSystem)
        page.pointee.reset()
        feed.putBack(page)
        seconds.forEach(report)
      }
      summary.last().forEach(report)
      log.arrivals = summary.arrivals
      found.log.withLock { $0 = log }
      done.signal()
    }
    thread.start()
  }

  /// Waits until the last second was reported; the feed must be closed.
  ///
  /// - Returns: What the load's pages come to.
  package func join() -> LoadLog {
    done.wait()
    return found.log.withLock { $0 }
  }
}
