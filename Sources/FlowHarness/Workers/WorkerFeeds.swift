import Dispatch
package import Measurement
import Synchronization

/// The pages of several workers, each of which has a feed of its own: they share no memory while they
/// send, and are read as those of one load.
package final class WorkerFeeds: Sendable {
  /// The feeds, in the order of the workers.
  let feeds: [PageFeed]
  private let signal = DispatchSemaphore(value: 0)
  private let found = Mutex<[LatencyHistogram]>([])

  /// Feeds for a load of this length.
  package init(workers: Int, durationNs: UInt64) {
    let signal = signal
    feeds = (0..<workers).map { _ in
      PageFeed(durationNs: durationNs, workers: workers, signal: signal)
    }
  }

  /// The response times of each worker, once all pages are read.
  package var responses: [LatencyHistogram] { found.withLock { $0 } }

  /// Says that nothing comes any more, of workers that do not say it themselves.
  package func close() { for feed in feeds { feed.close() } }

  /// What reads the merged pages, on one thread.
  func reader() -> PageReader {
    var merger = PageMerger(workers: feeds.count)
    var merged: [PageReading] = []
    return { [self] in
      while merged.isEmpty {
        merged = merger.next().reversed()
        guard merged.isEmpty else { break }
        if merger.isOver {
          found.withLock { $0 = merger.responses }
          return nil
        }
        signal.wait()
        takeWritten(into: &merger)
      }
      return merged.popLast()
    }
  }

  private func takeWritten(into merger: inout PageMerger) {
    for (worker, feed) in feeds.enumerated() {
      while true {
        let (page, isClosed) = feed.readWithoutWaiting()
        if let page { merger.add(page, of: worker) }
        guard page == nil else { continue }
        if isClosed { merger.finish(worker) }
        break
      }
    }
  }
}
