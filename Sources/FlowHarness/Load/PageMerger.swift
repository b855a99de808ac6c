import DequeModule
import Dispatch
package import Measurement
import Synchronization

/// Merges the pages of several workers into those of one load.
///
/// A slice ends when it has ended for all workers. If a worker had no blank page at its end, the others'
/// slices are merged as well, so that totals are those of one instant.
struct PageMerger {
  private struct Worker {
    var pages: Deque<PageReading> = []
    var isFinished = false
    /// The number of completed actions at the end of the last merged slice.
    var completed = 0
    /// The response times of all its actions.
    var response = LatencyHistogram()
  }

  private var workers: [Worker]

  init(workers: Int) { self.workers = [Worker](repeating: Worker(), count: workers) }

  mutating func add(_ page: PageReading, of worker: Int) {
    workers[worker].pages.append(page)
    workers[worker].response.add(page.times.response)
  }

  mutating func finish(_ worker: Int) { workers[worker].isFinished = true }

  var isOver: Bool { workers.allSatisfy { $0.isFinished && $0.pages.isEmpty } }

  /// The response times of each worker so far.
  var responses: [LatencyHistogram] { workers.map(\.response) }

  /// Returns the pages of the next slice that has ended for all workers, one for each stage.
  mutating func next() -> [PageReading] {
    guard let endNs = nextEndNs else { return [] }
    var stages: [Int: PageReading] = [:]
    for worker in workers.indices {
      while let page = workers[worker].pages.first, page.endNs <= endNs {
        workers[worker].pages.removeFirst()
        workers[worker].completed = page.completedTotal
        guard var merged = stages[page.stage] else {
          stages[page.stage] = page
          continue
        }
        merged.times.add(page.times)
        merged.endSumNs += page.endSumNs
        stages[page.stage] = merged
      }
    }
    let completed = workers.reduce(0) { $0 + $1.completed }
    let last = stages.keys.max()
    return stages.values.sorted { $0.stage < $1.stage }.map { page in
      var page = page
      page.endNs = endNs
      page.endsSlice = page.stage == last
      page.slices = 1
      page.completedTotal = completed
      return page
    }
  }

  /// The end of the next slice that has ended for all workers; `nil` if there is none.
  private var nextEndNs: UInt64? {
    var endNs: UInt64 = 0
    while true {
      let before = endNs
      for worker in workers {
        if let end = worker.pages.first(where: { $0.endsSlice && $0.endNs >= endNs }) {
          endNs = end.endNs
        } else if !worker.isFinished {
          return nil
        }
      }
      if endNs == before { return endNs == 0 ? nil : endNs }
    }
  }
}

/// The feeds of several workers, read as one load. Each worker has its own feed, so that workers share no
/// memory while they send.
package final class WorkerFeeds: PageSource {
  package var quietSliceNs: UInt64? { nil }
  /// The feeds, in the order of the workers.
  package let feeds: [PageFeed]
  private let signal = DispatchSemaphore(value: 0)
  private let found = Mutex<[LatencyHistogram]>([])

  package init(workers: Int, durationNs: UInt64) {
    let signal = signal
    feeds = (0..<workers).map { _ in
      PageFeed(durationNs: durationNs, workers: workers, signal: signal)
    }
  }

  /// The response times of each worker, once all pages are read.
  package var responses: [LatencyHistogram] { found.withLock { $0 } }

  package func close() { for feed in feeds { feed.close() } }

  package func reader() -> PageReader {
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
