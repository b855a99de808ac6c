import Foundation
package import Platform
import Synchronization
package import Workloads

/// The next of a load's pages, waiting for it; `nil` after the last one.
typealias PageReader = () -> PageReading?

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

  /// Reads pages until there are no more.
  ///
  /// - Parameters:
  ///   - pages: Makes what reads them: called on the reporter's thread.
  ///   - arrivals: Makes the instants at which actions are meant to come, of its own: called on the
  ///     reporter's thread. `nil` where they depend on who was served.
  ///   - limit: How many may wait, if not all.
  ///   - stepNs: How long is what is reported as a second.
  ///   - quietSliceNs: The length of a slice of a load whose time jumps; `nil` in real time.
  ///   - cores: Where the reporter may run; `nil`: where its maker may.
  ///   - report: Is called on the reporter's thread.
  init(
    _ pages: @escaping @Sendable () -> PageReader, arrivals: (@Sendable () -> ArrivalInstants)?,
    limit: Int?, stepNs: UInt64 = LoadMeter.secondNs, quietSliceNs: UInt64? = nil,
    cores: CoreAffinity?, report: @escaping @Sendable (LoadSecond) -> Void
  ) {
    thread = Thread { [done, found] in
      cores?.moveCallingThread()
      var log = LoadLog()
      var summary = SecondSummary(
        arrivals: arrivals?(), limit: limit, stepNs: stepNs, quietSliceNs: quietSliceNs)
      let read = pages()
      while let page = read() {
        var rest: PageReading? = page
        while let part = summary.nextPart(of: &rest) {
          let (seconds, inSystem) = summary.take(part)
          log.take(part, inSystem: inSystem, sliceNs: quietSliceNs ?? 0)
          seconds.forEach(report)
        }
      }
      summary.last().forEach(report)
      log.arrivals = summary.arrivals
      found.log.withLock { $0 = log }
      done.signal()
    }
    thread.start()
  }

  /// Reads the pages of one feed until it is closed; see the other initialiser.
  package convenience init(
    _ feed: PageFeed, arrivals: (@Sendable () -> ArrivalInstants)?, limit: Int?,
    stepNs: UInt64 = LoadMeter.secondNs, cores: CoreAffinity?,
    report: @escaping @Sendable (LoadSecond) -> Void
  ) {
    self.init(
      { { feed.read() } }, arrivals: arrivals, limit: limit, stepNs: stepNs,
      quietSliceNs: feed.isVirtual ? feed.sliceNs : nil, cores: cores, report: report)
  }

  /// Waits until the last second was reported; the feed must be closed.
  ///
  /// - Returns: What the load's pages come to.
  package func join() -> LoadLog {
    done.wait()
    return found.log.withLock { $0 }
  }
}

extension LoadReporter {
  /// Reads the pages of several workers until all feeds are closed; see the other initialiser.
  ///
  /// - Parameter arrivals: What each of them sends.
  package convenience init(
    _ feeds: WorkerFeeds, arrivals: [ArrivalShare],
    report: @escaping @Sendable (LoadSecond) -> Void
  ) {
    self.init(
      { feeds.reader() },
      arrivals: {
        var all = SharedArrivals(arrivals)
        return { all.next() }
      }, limit: nil, cores: nil, report: report)
  }
}
