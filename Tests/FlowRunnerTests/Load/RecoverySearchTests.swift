import FlowHarness
import Measurement
import Testing

@testable import FlowRunner

/// When responses are back, of batches that are made up.
struct RecoverySearchTests {
  /// A batch of 10 ms: so many actions of one response, the last two of another one.
  private func batch(_ index: Int, p99Us: UInt64, actions: Int = 100) -> TimedBatch {
    var recorder = ActionLatencyRecorder()
    defer { recorder.deallocate() }
    for action in 0..<actions {
      let ns = action < actions - 2 ? 1000 : p99Us * 1000
      recorder.record(intendedNs: 0, startedNs: 0, endedNs: ns, freeNs: 0)
    }
    return TimedBatch(endNs: UInt64(index + 1) * 10_000_000, times: recorder.latencies)
  }

  private func batches(_ p99Us: [UInt64], from index: Int = 0) -> [TimedBatch] {
    p99Us.enumerated().map { batch(index + $0, p99Us: $1) }
  }

  /// Twenty batches of 100 µs, a spike of 10, and then these.
  private func search(_ after: [UInt64], before: [UInt64]? = nil) -> RecoverySearch {
    RecoverySearch(
      before: batches(before ?? [UInt64](repeating: 100, count: 20)),
      after: batches(after, from: 30), endNs: 300_000_000)
  }

  @Test func `the limit is ten per cent above the p99 before the spike`() throws {
    let limitNs = try #require(search([]).limitNs)
    #expect(abs(limitNs / 110_000 - 1) < 2e-3, "\(limitNs)")
  }

  @Test(arguments: [(110, true), (111, false)])
  func `a window is back within ten per cent, and not above`(p99Us: UInt64, isBack: Bool) {
    // Classes of a histogram are a thousandth wide.
    let found = search([500, p99Us, p99Us, p99Us]).backNs
    #expect(found == (isBack ? 310_000_000 : nil))
  }

  @Test func `recovery begins with the first of three windows that stay back`() {
    #expect(search([100, 100, 100]).backNs == 300_000_000)
    #expect(search([500, 400, 100, 100, 100]).backNs == 320_000_000)
    // One that is back by chance is not enough, and neither are two.
    #expect(search([500, 100, 300, 100, 100, 100]).backNs == 330_000_000)
    #expect(search([500, 100, 100, 300, 100, 100, 100]).backNs == 340_000_000)
    // What happens after that does not undo it.
    #expect(search([500, 100, 100, 100, 900, 900]).backNs == 310_000_000)
  }

  @Test func `a recovery needs enough windows at the end`() {
    #expect(search([500, 500, 500, 500]).backNs == nil)
    #expect(search([500, 500, 100, 100]).backNs == nil)
    #expect(search([]).backNs == nil)
  }

  @Test func `windows that scattered before may scatter after`() throws {
    // Every fifth window before the spike had 150 µs: 95 of 100 keep that, and no less.
    let before: [UInt64] = (0..<40).map { $0 % 5 == 4 ? 150 : 100 }
    let scattered = search([500, 149, 150, 150], before: before)
    #expect(scattered.backNs == 310_000_000)
    #expect(search([500, 151, 152, 153], before: before).backNs == nil)
  }

  @Test func `a recovery needs a p99 before the spike`() {
    let search = RecoverySearch(
      before: [batch(0, p99Us: 100, actions: 99)], after: batches([100, 100, 100], from: 30),
      endNs: 300_000_000)
    #expect(search.limitNs == nil && search.backNs == nil)
  }

  @Test func `batches are joined until each window has a hundred actions`() {
    let few = (0..<6).map { batch($0, p99Us: 100, actions: 40) }
    let windows = ResponseWindow.joined(few, fromNs: 0, minNs: 0)
    #expect(windows.map(\.startNs) == [0, 30_000_000])
    #expect(windows.map(\.endNs) == [30_000_000, 60_000_000])
    #expect(ResponseWindow.joined(few, fromNs: 0, minNs: 40_000_000).map(\.endNs) == [40_000_000])
    let many = ResponseWindow.joined(batches([100, 200]), fromNs: 5, minNs: 0)
    #expect(many.map(\.startNs) == [5, 10_000_000])
    #expect((many.last?.p99Ns ?? 0) > 190_000)
  }

  @Test func `both sides are cut into windows of the longer length`() {
    let wide = [1, 3, 5, 7, 9].map { batch(30 + $0, p99Us: 100) }
    let search = RecoverySearch(
      before: batches([UInt64](repeating: 100, count: 20)), after: wide, endNs: 300_000_000)
    #expect(search.windowNs == 20_000_000)
    #expect(search.backNs == 300_000_000)
  }
}
