import FlowTesting
import Foundation
import Measurement
import ResultFixtures
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowRunner

/// Where time jumps, a load costs what happens in it, however long nothing does.
@MainActor
struct QuietTimeTests {
  private nonisolated static let dayNs: UInt64 = 86_400_000_000_000
  private nonisolated static let sliceNs: UInt64 = 125_000_000

  // MARK: - Slices

  /// The pages of a load in virtual time, of which an action ends at each of these instants.
  private static func pages(endedNs: [UInt64]) -> [SliceReading] {
    let durationNs = 10 * SliceRecorder.secondNs
    let queue = SliceQueue(durationNs: durationNs, isVirtual: true)
    Thread.detachNewThread {
      var meter = SliceRecorder(stageEndsNs: [durationNs], queue: queue, notesStalls: false)
      for ns in endedNs { meter.recordInstant(atNs: ns, dropped: 0) }
      _ = meter.finish(endedNs: endedNs.last ?? 0, dropped: 0)
      queue.close()
    }
    var pages: [SliceReading] = []
    while let page = queue.read() { pages.append(page) }
    return pages
  }

  @Test func `slices without events are handed over as one`() {
    let pages = Self.pages(endedNs: [Self.sliceNs, 10 * Self.dayNs])
    let slicesOfDays = Int(10 * Self.dayNs / Self.sliceNs)
    #expect(pages.map(\.slices) == [1, 1, slicesOfDays - 2, 1])
    #expect(pages.map(\.completedTotal) == [0, 1, 1, 2])
    #expect(
      pages.map(\.endNs)
        == [Self.sliceNs, 2 * Self.sliceNs, 10 * Self.dayNs, 10 * Self.dayNs + Self.sliceNs])
  }

  @Test(arguments: [1, 2, 63, 64, 127, 128, 129, 1_000, 100_000])
  func `slices without events make the same batches together and one by one`(slices: Int) {
    var (atOnce, oneByOne) = (BatchSeries(), BatchSeries())
    func add(_ slices: Int, inSystem: Int) {
      let start = oneByOne.batches.last?.endNs ?? 0
      for slice in 1...slices {
        oneByOne.append(
          TimedBatch(endNs: start + UInt64(slice), times: ActionLatencies(), inSystem: inSystem))
      }
      atOnce.append(
        TimedBatch(
          endNs: start + UInt64(slices), times: ActionLatencies(), inSystem: inSystem),
        slices: slices, sliceNs: 1)
    }
    for (count, inSystem) in [(1, 3), (slices, 4), (5, 5), (slices, 6)] {
      add(count, inSystem: inSystem)
    }
    #expect(atOnce.batches.map(\.endNs) == oneByOne.batches.map(\.endNs))
    #expect(atOnce.batches.map(\.inSystem) == oneByOne.batches.map(\.inSystem))
  }

  // MARK: - Seconds

  /// The seconds of pages, and how many were in the system at the end of each batch.
  private static func read(
    _ pages: [SliceReading], arrivalsNs: [UInt64], quietSliceNs: UInt64?
  ) -> (seconds: [TimelineSecond], inSystem: [Int?]) {
    var (rest, left) = (arrivalsNs[...], pages[...])
    var summary = SecondSummary(
      arrivals: { rest.popFirst() }, limit: nil, quietSliceNs: quietSliceNs)
    var (seconds, log) = ([TimelineSecond](), BatchLog())
    while var page = left.popFirst().map(Optional.init) {
      while let part = summary.nextPart(of: &page) {
        let found = summary.take(part)
        seconds += found.seconds
        log.take(part, inSystem: found.inSystem, sliceNs: sliceNs)
      }
    }
    return (seconds + summary.last(), log.stages[0].batches.map(\.inSystem))
  }

  /// The same pages with one slice each.
  private static func cut(_ pages: [SliceReading]) -> [SliceReading] {
    pages.flatMap { page in
      (0..<page.slices).map { index in
        var slice = page
        slice.slices = 1
        slice.endNs = page.endNs - UInt64(page.slices - 1 - index) * sliceNs
        return slice
      }
    }
  }

  @Test func `seconds without events are omitted, but only in virtual time`() {
    let second = SliceRecorder.secondNs
    // The second arrival waits for 100 s, the third one comes meanwhile.
    let pages = Self.pages(endedNs: [second, 102 * second, 110 * second])
    let arrivals = [second, 2 * second, 50 * second + 1]
    let found = Self.read(pages, arrivalsNs: arrivals, quietSliceNs: Self.sliceNs)
    #expect(found.seconds.map { $0.endNs / second - 1 } == [1, 2, 50, 102, 110])
    #expect(found.seconds.map(\.offered) == [1, 1, 1, 0, 0])
    #expect(found.seconds.map(\.completed) == [1, 0, 0, 1, 1])
    #expect(found.seconds.map(\.inSystem) == [0, 1, 2, 1, 0])
    let oneByOne = Self.cut(pages)
    let cut = Self.read(oneByOne, arrivalsNs: arrivals, quietSliceNs: Self.sliceNs)
    #expect(cut.seconds == found.seconds)
    #expect(cut.inSystem == found.inSystem)
    let real = Self.read(oneByOne, arrivalsNs: arrivals, quietSliceNs: nil)
    #expect(real.seconds.map(\.endNs) == (1...111).map { $0 * second })
    #expect(real.seconds.filter { $0.offered != 0 || $0.completed > 0 } == found.seconds)
  }

  @Test(arguments: [
    (9.9, 1.0), (10.25, 0.25), (11.5, 0.5), (12, 1),
  ])
  func `the last second ends with the load, which lasts ten seconds`(
    endedSeconds: Double, covered: Double
  ) {
    let second = Double(SliceRecorder.secondNs)
    let pages = Self.pages(endedNs: [second / 2, endedSeconds * second].map { UInt64($0) })
    let found = Self.read(pages, arrivalsNs: [], quietSliceNs: nil)
    #expect(found.seconds.last.map { Double($0.coveredNs) / second } == covered)
    #expect(found.seconds.dropLast().allSatisfy { $0.coveredNs == SliceRecorder.secondNs })
  }

  @Test func `a virtual load without effects has rows of the seconds of its actions`() async throws
  {
    let (outcome, seconds) = try await LoadFixture.run(
      LoadFixture.request(
        .sample("echo", .single, 1, "floor"),
        try LoadFixture.traffic(rate: 0.01, seconds: 86_400, .constant), isVirtual: true))
    #expect(outcome.isValid, "\(outcome.reason ?? "")")
    #expect(outcome.result.completed == 864)
    #expect(seconds.map(\.endNs) == (0..<864).map { ($0 * 100 + 51) * SliceRecorder.secondNs })
  }

  // MARK: - Effects

  @Test func `effects that take a day have rows of when they begin and end`() async throws {
    var request = try EffectLoadTests.request(
      "echo", .single, "flow", ServiceLaw(latency: .constant(ns: Self.dayNs)))
    request.load.traffic = try LoadFixture.traffic(rate: 1, seconds: 10, .constant)
    let parts = try #require(Catalogue.standard().effects(of: request))
    let (stream, said) = AsyncStream.makeStream(of: TimelineSecond.self)
    let outcome = try await LoadDriver(request: request, report: { said.yield($0) }).run(
      EffectSender(request: request, parts: parts))
    said.finish()
    var seconds: [TimelineSecond] = []
    for await second in stream { seconds.append(second) }
    #expect(outcome.isValid, "\(outcome.reason ?? "")")
    #expect(outcome.result.completed == 10)
    #expect(seconds.map(\.offered) == (0..<20).map { $0 < 10 ? 1 : 0 })
    #expect(seconds.map(\.inSystem) == Array(1...10) + (0...9).reversed())
    #expect(seconds[10].endNs == Self.dayNs + SliceRecorder.secondNs)
  }

  private static func service(
    in time: VirtualTime, latencyNs: UInt64 = dayNs
  ) throws -> EffectService {
    try EffectService(
      ServiceLaw(latency: .constant(ns: latencyNs)), seed: 1, time: EffectTime(time.clock),
      record: ServiceRecord(eventsByTicksOf: 1))
  }

  @Test(arguments: [true, false])
  func `a drain jumps to the end of the last effect, or to its own`(ends: Bool) throws {
    let time = VirtualTime(seed: 1, order: .firstInFirstOut)
    let service = try Self.service(in: time)
    let left = try time.run { _ in
      let id = service.open(intendedNs: 0, startedNs: 0)
      service.reduced(id, isAnswer: false, asks: true)
      time.task { _ in
        guard await service.serve(id), ends else { return }
        service.reduced(id, isAnswer: true, asks: false)
      }
      await service.drain(untilNs: 10 * Self.dayNs)
      return service.openCount
    }
    #expect(left == (ends ? 0 : 1))
    #expect(time.clock.now.nanoseconds / Int64(Self.dayNs) == (ends ? 1 : 10))
    #expect(time.jobs < 100)
  }

  @Test func `an exploration does not call effects that take hours faulty`() throws {
    let request = try EffectLoadTests.request(
      "echo", .single, "flow", ServiceLaw(latency: .constant(ns: Self.dayNs)), rate: 2_000,
      seconds: 0.01)
    let explore = try #require(Catalogue.standard().effects(of: request)?.explore)
    #expect(try explore().violation == nil)
  }
}
