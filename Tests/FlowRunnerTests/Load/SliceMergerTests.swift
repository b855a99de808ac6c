import Foundation
import Measurement
import Synchronization
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowRunner

/// The merged slices of several workers are those of one load.
struct SliceMergerTests {
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

  /// Writes down one worker's actions.
  private static func write(_ actions: [Action], to queue: SliceQueue) {
    var meter = SliceRecorder(stageEndsNs: stageEndsNs, queue: queue, notesStalls: false)
    for action in actions {
      meter.record(
        intendedNs: action.intendedNs, startedNs: action.intendedNs, endedNs: action.endedNs,
        freeNs: 0, dropped: 0)
    }
    _ = meter.finish(dropped: 0)
    queue.close()
  }

  private static func pages(_ read: SliceReader) -> [SliceReading] {
    var pages: [SliceReading] = []
    while let page = read() { pages.append(page) }
    return pages
  }

  /// The pages of one queue whose driver waits for blanks, so that no slice is put to another one.
  private static func pages(of actions: [Action]) -> [SliceReading] {
    let queue = SliceQueue(durationNs: seconds * SliceRecorder.secondNs, isVirtual: true)
    Thread.detachNewThread { write(actions, to: queue) }
    return pages(queue.reader())
  }

  /// Merges what each worker hands over, in any order of coming.
  private static func merged(_ workers: [[SliceReading]], seed: UInt64) -> [SliceReading] {
    var merger = SliceMerger(workers: workers.count)
    var left = workers.map { $0[...] }
    var random = SplitMix64(seed: seed)
    var merged: [SliceReading] = []
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

  private static func log(_ pages: [SliceReading]) -> BatchLog {
    pages.reduce(into: BatchLog()) { $0.take($1, inSystem: nil) }
  }

  @Test(arguments: [1, 2, 3, 8])
  func `the merged slices of several workers are those of one`(workers: Int) throws {
    let one = Self.pages(of: Self.actions)
    let several = Self.merged(Self.dealt(to: workers).map { Self.pages(of: $0) }, seed: 5)
    // By stage and by slice: the last slices are those of the worker that ends last.
    #expect(several.filter(\.endsSlice).map(\.endNs) == one.filter(\.endsSlice).map(\.endNs))
    #expect(
      several.filter(\.endsSlice).map(\.completedTotal)
        == one.filter(\.endsSlice).map(\.completedTotal))
    let (whole, sum) = (Self.log(one), Self.log(several))
    #expect(sum.times(stageCount: 2) == whole.times(stageCount: 2))
    for (merged, own) in zip(sum.stages, whole.stages) {
      #expect(merged.batches.map(\.endNs) == own.batches.map(\.endNs))
      #expect(merged.batches.map(\.times) == own.batches.map(\.times))
    }
  }

  @Test func `a worker without a blank buffer joins the others' slices`() {
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

  @Test func `a worker that has ended does not delay others`() {
    let few = Self.actions.prefix(10)
    let pages = [Self.pages(of: Array(few)), Self.pages(of: Self.actions.suffix(2990))]
    let merged = Self.merged(pages, seed: 7)
    #expect(merged.last?.completedTotal == Self.actions.count)
    #expect(
      Self.log(merged).times(stageCount: 2)
        == Self.log(Self.pages(of: Self.actions)).times(stageCount: 2))
  }

  @Test func `queues of several threads are read as one`() throws {
    let queues = WorkerSliceQueues(workers: 3, durationNs: Self.seconds * SliceRecorder.secondNs)
    let dealt = Self.dealt(to: 3)
    for (worker, actions) in dealt.enumerated() {
      let queue = queues.queues[worker]
      Thread.detachNewThread { Self.write(actions, to: queue) }
    }
    let pages = Self.pages(queues.reader())
    // In real time a worker without a blank buffer keeps its own: slices may be fewer.
    let ends = pages.filter(\.endsSlice).map(\.endNs)
    #expect(zip(ends, ends.dropFirst()).allSatisfy { $0 < $1 })
    #expect(pages.last?.completedTotal == Self.actions.count)
    #expect(
      Self.log(pages).times(stageCount: 2)
        == Self.log(Self.pages(of: Self.actions)).times(stageCount: 2))
    for (response, actions) in zip(queues.responses, dealt) {
      #expect(response.count == actions.count)
      #expect(response.maxNs == actions.map { $0.endedNs - $0.intendedNs }.max())
    }
  }
}
