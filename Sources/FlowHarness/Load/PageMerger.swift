import DequeModule
import Dispatch
package import Measurement
import Synchronization

/// Makes the pages of one load out of those of several workers.
///
/// A slice has ended when it has for all workers. Who had no blank page at its end has gone on with
/// the one that he had; then the others' slices are put together as well, so that totals are those of
/// one instant. Nothing is lost or rounded: times are counts, and counts add up.
struct PageMerger {
  /// What has come of one worker.
  private struct Worker {
    var pages: Deque<PageReading> = []
    var isFinished = false
    /// What it had completed when the last merged slice ended.
    var completed = 0
    /// The response times of all its actions.
    var response = LatencyHistogram()
  }

  private var workers: [Worker]

  /// Nothing has come of so many workers.
  init(workers: Int) { self.workers = [Worker](repeating: Worker(), count: workers) }

  /// Takes the next page of a worker in.
  mutating func add(_ page: PageReading, of worker: Int) {
    workers[worker].pages.append(page)
    workers[worker].response.add(page.times.response)
  }

  /// Says that nothing comes of a worker any more.
  mutating func finish(_ worker: Int) { workers[worker].isFinished = true }

  /// Whether nothing is left and nothing comes any more.
  var isOver: Bool { workers.allSatisfy { $0.isFinished && $0.pages.isEmpty } }

  /// The response times of each worker so far.
  var responses: [LatencyHistogram] { workers.map(\.response) }

  /// The pages of the next slice that has ended for all, one for each stage; none when none has.
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
      // Others may have been at work while one was quiet.
      page.slices = 1
      page.completedTotal = completed
      return page
    }
  }

  /// When the next slice ends that ends for all workers; `nil`: it has not ended for one of them.
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
