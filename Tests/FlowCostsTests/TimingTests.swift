import Foundation
import Synchronization
import Testing

@testable import FlowCosts

@Suite("durations") struct TimingTests {
  @Test("the interval decides about a limit")
  func limit() {
    let timing = Timing(samples: (100...120).map(Double.init))
    #expect(timing.description == "110 ns (105 to 115)")
    #expect(timing.isAtMost(.nanoseconds(105)))
    #expect(!timing.isAtMost(.nanoseconds(104)))
    #expect(timing.share(ofFrameAt: 120) == 110 * 120 / 1e9)
  }

  @Test("too few samples, and a debug build, have no duration")
  func missing() {
    let few = Timing(samples: [1, 2, 3])
    #expect(few.nanoseconds == nil && !few.isAtMost(.seconds(100)))
    #expect(
      Timing.notMeasured.description
        == "not timed: this is a debug build; run swift test -c release")
  }

  @Test(
    "units have three digits",
    arguments: [
      (0.5, "0.50 ns"), (9.99, "9.99 ns"), (14.12, "14.1 ns"), (999, "999 ns"), (1_500, "1.50 µs"),
      (25e6, "25.0 ms"), (3e9, "3.00 s"),
    ])
  func units(_ duration: Double, _ text: String) {
    let unit = DurationUnit(for: duration)
    #expect("\(unit.number(duration)) \(unit.symbol)" == text)
  }

  @Test("on a busy machine, the time without a processor is not part of a duration")
  func busy() throws {
    let end = SharedFlag()
    for _ in 0..<(4 * ProcessInfo.processInfo.activeProcessorCount) {
      Thread.detachNewThread { while !end.isSet {} }
    }
    defer { end.set() }
    let probe = Probe(.clock)
    let start = (wall: Clock.nowNs(), own: Self.threadNs())
    probe.start()
    while Self.threadNs() < start.own + 100_000_000 {}
    probe.stop()
    let wall = Double(Clock.nowNs() - start.wall)
    let duration = try #require(probe.durationsNs.last)
    // Other systems than Linux do not tell how long a thread has waited.
    let isKnown = FileManager.default.fileExists(atPath: "/proc/thread-self/schedstat")
    guard isKnown, wall > 200_000_000 else { return }
    // A hypervisor may take time, too, which the system does not count as waiting.
    let half = (wall + 100_000_000) / 2
    #expect((90_000_000..<half).contains(duration), "\(duration) of \(wall) ns")

    // This thread has waited for longer than the next batch takes, which another thread begins.
    let other = Probe(.clock)
    let isStarted = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      other.start()
      isStarted.signal()
    }
    isStarted.wait()
    other.stop()
    #expect(try #require(other.durationsNs.last) > 0)
  }

  private static func threadNs() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  @Test("under a sanitizer everything is missing with a reason", .enabled(if: !Count.isMeasured))
  func sanitizer() throws {
    let store = MeasuredStore {
      0
    } send: { (count: inout Int, _: Int) in
      count += 1
    }
    let cost = try store.cost(of: 1)
    #expect(cost.allocations.reason == "nothing is counted under a sanitizer")
    #expect(cost.retains.value == nil && cost.stackBytes.value == nil)
    #expect(try store.churn(10).keptBytes.value == nil)
  }
}

/// A flag that several threads read.
private final class SharedFlag: Sendable {
  private let value = Atomic(false)

  var isSet: Bool { value.load(ordering: .relaxed) }

  func set() { value.store(true, ordering: .relaxed) }
}
