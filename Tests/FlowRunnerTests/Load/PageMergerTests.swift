import Foundation
import Measurement
import Synchronization
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowRunner

/// The merger of the pages of several workers.
struct PageMergerTests {
  private struct Action {
    let intendedNs: UInt64
    let endedNs: UInt64
  }

  private static let seconds: UInt64 = 4
  // A slice of a load of 4 s is 1/16 s.
  private static let stageEndsNs: [UInt64] = [1_500_000_000, 4_000_000_000]

  /// Actions in the order of their ends, the last one long after the schedule.
  private static let actions: [Action] = {
    var random = SplitMix64(seed: 11)
    var now: UInt64 = 0
    return (0..<3000).map { index in
      now += random.next() % 2_600_000
      let waited = min(now, random.next() % (index % 100 == 0 ? 300_000_000 : 100_000))
      return Action(intendedNs: min(now - waited, 3_999_999_999), endedNs: now)
    }
  }()

  /// Records one worker's actions.
  private static func write(_ actions: [Action], to feed: PageFeed) {
    var meter = LoadMeter(stageEndsNs: stageEndsNs, feed: feed, notesStalls: false)
    for action in actions {
      meter.record(
        intendedNs: action.intendedNs, startedNs: action.intendedNs, endedNs: action.endedNs,
        freeNs: 0, dropped: 0)
    }
    _ = meter.finish(dropped: 0)
    feed.close()
  }

  private static func pages(_ read: PageReader) -> [PageReading] {
    var pages: [PageReading] = []
    while let page = read() { pages.append(page) }
    return pages
  }

  /// Returns the pages of one feed whose driver waits for blank pages, so that slices are not
  /// joined.
  private static func pages(of actions: [Action]) -> [PageReading] {
    let feed = PageFeed(durationNs: seconds * LoadMeter.secondNs, isVirtual: true)
    Thread.detachNewThread { write(actions, to: feed) }
    return pages(feed.reader())
  }

  /// Merges the pages of workers, which arrive in random order.
  private static func merged(_ workers: [[PageReading]], seed: UInt64) -> [PageReading] {
    var merger = PageMerger(workers: workers.count)
    var left = workers.map { $0[...] }
    var random = SplitMix64(seed: seed)
    var merged: [PageReading] = []
    while !merger.isOver {
      let worker = Int(random.next() % UInt64(workers.count))
      if let page = left[worker].popFirst() {
        merger.add(page, of: worker)
      } else {
        merger.finish(worker)
      }
      while case let pages = merger.next(), !pages.isEmpty { merged += pages }
    }
    return merged
  }

  private static func dealt(to workers: Int) -> [[Action]] {
    (0..<workers).map { worker in
      stride(from: worker, to: actions.count, by: workers).map { actions[$0] }
    }
  }

  private static func log(_ pages: [PageReading]) -> LoadLog {
    pages.reduce(into: LoadLog()) { $0.take($1, inSystem: nil) }
  }

  @Test(arguments: [1, 2, 3, 8])
  func `the merged pages of several workers equal the pages of one`(workers: Int) throws {
    let one = Self.pages(of: Self.actions)
    let several = Self.merged(Self.dealt(to: workers).map { Self.pages(of: $0) }, seed: 5)
    // Slices of different stages are separate.
    #expect(several.filter(\.endsSlice).map(\.endNs) == one.filter(\.endsSlice).map(\.endNs))
    #expect(
      several.filter(\.endsSlice).map(\.completedTotal)
        == one.filter(\.endsSlice).map(\.completedTotal))
    let (whole, sum) = (Self.log(one), Self.log(several))
    #expect(sum.times(stageCount: 2) == whole.times(stageCount: 2))
    #expect(abs(sum.endSumNs - whole.endSumNs) <= 1e-9 * whole.endSumNs)
    for (merged, own) in zip(sum.stages, whole.stages) {
      #expect(merged.batches.map(\.endNs) == own.batches.map(\.endNs))
      #expect(merged.batches.map(\.times) == own.batches.map(\.times))
    }
  }

  @Test func `slices are joined if one worker has no blank page`() {
    var pages = Self.dealt(to: 2).map { Self.pages(of: $0) }
    // The first worker joins its first four slices.
    var late = pages[0][3]
    for page in pages[0][0..<3] { late.times.add(page.times) }
    pages[0].replaceSubrange(0...3, with: [late])
    let merged = Self.merged(pages, seed: 6)
    #expect(merged.first?.endNs == late.endNs)
    #expect(merged.last?.completedTotal == Self.actions.count)
    let count = merged.reduce(0) { $0 + $1.times.response.count }
    #expect(count == Self.actions.count)
  }

  @Test func `a worker that has ended delays no other`() {
    let few = Self.actions.prefix(10)
    let pages = [Self.pages(of: Array(few)), Self.pages(of: Self.actions.suffix(2990))]
    let merged = Self.merged(pages, seed: 7)
    #expect(merged.last?.completedTotal == Self.actions.count)
    #expect(
      Self.log(merged).times(stageCount: 2)
        == Self.log(Self.pages(of: Self.actions)).times(stageCount: 2))
  }

  @Test func `the feeds of several threads are read as one`() throws {
    let feeds = WorkerFeeds(workers: 3, durationNs: Self.seconds * LoadMeter.secondNs)
    let dealt = Self.dealt(to: 3)
    for (worker, actions) in dealt.enumerated() {
      let feed = feeds.feeds[worker]
      Thread.detachNewThread { Self.write(actions, to: feed) }
    }
    let pages = Self.pages(feeds.reader())
    // In real time, a worker without a blank page joins slices, so there may be fewer.
    let ends = pages.filter(\.endsSlice).map(\.endNs)
    #expect(zip(ends, ends.dropFirst()).allSatisfy { $0 < $1 })
    #expect(pages.last?.completedTotal == Self.actions.count)
    #expect(
      Self.log(pages).times(stageCount: 2)
        == Self.log(Self.pages(of: Self.actions)).times(stageCount: 2))
    for (response, actions) in zip(feeds.responses, dealt) {
      #expect(response.count == actions.count)
      #expect(response.maxNs == actions.map { $0.endedNs - $0.intendedNs }.max())
    }
  }
}
