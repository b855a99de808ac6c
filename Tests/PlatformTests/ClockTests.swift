import Platform
import Testing

@Suite struct ClockTests {
  enum Clock: CaseIterable {
    case monotonic, processCPU, threadCPU

    func nowNs() -> UInt64 {
      switch self {
      case .monotonic: MonotonicClock.nowNs()
      case .processCPU: ProcessCPUClock.nowNs()
      case .threadCPU: ThreadCPUClock.nowNs()
      }
    }
  }

  @Test(arguments: Clock.allCases)
  func `never goes backwards`(clock: Clock) {
    var backwards = 0
    var last = clock.nowNs()
    for _ in 0..<100_000 {
      let next = clock.nowNs()
      if next < last { backwards += 1 }
      last = next
    }
    #expect(backwards == 0)
  }

  @Test func `work takes time on all three clocks`() {
    let start = (MonotonicClock.nowNs(), ProcessCPUClock.nowNs(), ThreadCPUClock.nowNs())
    while ThreadCPUClock.nowNs() - start.2 < 2_000_000 {}
    let thread = ThreadCPUClock.nowNs() - start.2
    let process = ProcessCPUClock.nowNs() - start.1
    let elapsed = MonotonicClock.nowNs() - start.0
    // A time daemon steers the other two clocks by at most 500 parts per million.
    #expect(process >= thread)
    #expect(Double(elapsed) > Double(thread) * 0.99)
  }

  @Test func `measures a step and a cost`() {
    let quality = ClockQuality.measure()
    #expect(quality.stepNs >= 1)
    #expect(quality.stepNs < 1_000_000)
    #expect(quality.costNs > 0)
    #expect(quality.costNs < 1_000_000)
  }

  @Test func `step and cost are the allowed share of the shortest interval`() {
    let quality = ClockQuality(stepNs: 20, costNs: 22.5)
    #expect(quality.shortestIntervalNs(relativeError: 0.01) == 4_250)
    #expect(quality.shortestIntervalNs(relativeError: 1) == 43)
  }

  @Test func `a share of 0 is refused`() async {
    await #expect(processExitsWith: .failure) {
      _ = ClockQuality(stepNs: 1, costNs: 1).shortestIntervalNs(relativeError: 0)
    }
  }
}
