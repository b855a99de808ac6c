import Testing

@testable import Workloads

@Suite struct ArrivalScheduleTests {
  static let second: UInt64 = 1_000_000_000

  func arrivals(
    _ profile: RateProfile, _ process: ArrivalProcess, seed: UInt64 = 1
  ) -> [UInt64] {
    var schedule = ArrivalSchedule(profile: profile, process: process, seed: seed)
    var arrivals: [UInt64] = []
    while let atNs = schedule.next() { arrivals.append(atNs) }
    #expect(schedule.next() == nil)
    return arrivals
  }

  func profile(_ stages: String...) throws -> RateProfile {
    try RateProfile(stages.map { try RateSegment(parsing: $0) })
  }

  @Test func `constant arrivals under a steady rate are in the middle of their intervals`() throws {
    #expect(
      arrivals(try profile("4:1s"), .constant) == [
        125_000_000, 375_000_000, 625_000_000, 875_000_000,
      ])
    #expect(arrivals(try profile("3:1s"), .constant) == [166_666_667, 500_000_000, 833_333_333])
  }

  @Test func `constant arrivals under a ramp are at the roots of its integral`() throws {
    // The integral of 0 to 8 a second is 4 t²; half an arrival is reached at √(1/8) s.
    let roots: [UInt64] = [353_553_391, 612_372_436, 790_569_415, 935_414_347]
    #expect(arrivals(try profile("0..8:1s"), .constant) == roots)
    #expect(
      arrivals(try profile("8..0:1s"), .constant) == roots.reversed().map { Self.second - $0 })
    // 2 t + 3 t² = 0.5, 1.5, …: t = (√(1 + 3 mass) − 1) / 3.
    #expect(
      arrivals(try profile("2..8:1s"), .constant)
        == [193_712_943, 448_402_627, 638_491_982, 797_054_997, 935_962_184])
  }

  @Test func `constant arrivals come only while bursts are on`() throws {
    let bursts = try profile(
      "20:100ms", "0:400ms", "20:100ms", "0:400ms", "20:100ms", "0:400ms")
    // 20 a second for a tenth of a second: two a burst.
    #expect(
      arrivals(bursts, .constant) == [
        25_000_000, 75_000_000, 525_000_000, 575_000_000, 1_025_000_000, 1_075_000_000,
      ])
  }

  @Test func `an arrival that one segment does not complete falls into the next`() throws {
    // 0.75 of an arrival, nothing for a second, then the rest: at 0.5 and at 1.5.
    #expect(
      arrivals(try profile("0.75:1s", "0:1s", "1:1s"), .constant) == [666_666_667, 2_750_000_000])
  }

  @Test func `arrivals do not drift in a day at a million per second`() throws {
    let day = 86_400 * Self.second
    var schedule = ArrivalSchedule(
      profile: try profile("1000000:24h"), process: .constant, seed: 1)
    let early = (0..<100_000).map { _ in schedule.next() }
    #expect(early == (0..<100_000).map { 500 + 1000 * $0 })
    // The end of the same day, without the 86 billion before it.
    schedule.count = 86_400 * 1_000_000 - 100_000
    let late = (0..<100_000).map { _ in schedule.next() }
    #expect(late == (0..<100_000).map { day - 100_000_000 + 500 + 1000 * $0 })
    #expect(schedule.next() == nil)
  }

  @Test func `ten days at three arrivals per second have the exact number`() throws {
    let times = arrivals(try profile("3:10d"), .constant)
    #expect(times.count == 864_000 * 3)
    for (index, atNs) in times.enumerated() where index % 1009 == 0 {
      // (index + ½) / 3 seconds, rounded to the nearest nanosecond with integers.
      #expect(atNs == ((2 * UInt64(index) + 1) * Self.second + 3) / 6)
    }
  }

  /// Rates that jump, rise, fall and stop.
  enum Shape: CaseIterable {
    case steady, ramp, steps, stairs, peak, spike, bursts

    func profile(rate: Double, durationNs: UInt64) throws -> RateProfile {
      func parts(_ count: UInt64) -> [UInt64] {
        (0..<count).map { durationNs * ($0 + 1) / count - durationNs * $0 / count }
      }
      func flat(_ ns: UInt64, _ rate: Double) -> RateSegment {
        RateSegment(durationNs: ns, rate: rate)
      }
      let tenths = parts(10)
      return switch self {
      case .steady: try RateProfile([flat(durationNs, rate)])
      case .ramp:
        try RateProfile([RateSegment(durationNs: durationNs, fromRate: 0, toRate: rate)])
      case .steps:
        try RateProfile(parts(5).enumerated().map { flat($1, rate * Double($0 + 1) / 5) })
      case .stairs:
        try RateProfile(zip([1, 2, 3, 2, 1], parts(5)).map { flat($1, rate * $0 / 3) })
      case .peak:
        try RateProfile([
          flat(tenths[..<4].reduce(0, +), rate),
          RateSegment(durationNs: tenths[4], fromRate: rate, toRate: rate * 5),
          RateSegment(durationNs: tenths[5], fromRate: rate * 5, toRate: rate),
          flat(tenths[6...].reduce(0, +), rate),
        ])
      case .spike:
        try RateProfile([
          flat(durationNs / 10 * 3, rate),
          flat(UInt64((Double(durationNs) * 0.05).rounded()), rate * 10),
          flat(
            durationNs - durationNs / 10 * 3 - UInt64((Double(durationNs) * 0.05).rounded()), rate),
        ])
      case .bursts:
        try RateProfile(
          stride(from: 0, to: durationNs, by: 1_000_000_000).flatMap { startNs in
            let leftNs = durationNs - startNs
            let onNs = min(leftNs, 100_000_000)
            let offNs = min(leftNs - onNs, 900_000_000)
            return [flat(onNs, rate * 10)] + (offNs > 0 ? [flat(offNs, 0)] : [])
          })
      }
    }
  }

  @Test(arguments: Shape.allCases, ArrivalProcess.allCases)
  func `arrivals ascend, end before the end and are as many as expected`(
    shape: Shape, process: ArrivalProcess
  ) throws {
    let profile = try shape.profile(rate: 100_000, durationNs: 2_345_678_901)
    let arrivals = arrivals(profile, process)
    #expect(zip(arrivals, arrivals.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(try #require(arrivals.last) < profile.totalNs)
    let difference = abs(Double(arrivals.count) - profile.expectedArrivals)
    // The variance of a Poisson count is its mean.
    #expect(difference <= (process == .constant ? 0.5 : 4 * profile.expectedArrivals.squareRoot()))
  }

  /// The rate of a profile at an instant.
  private func rate(of profile: RateProfile, atNs ns: UInt64) -> Double {
    var startNs: UInt64 = 0
    for segment in profile.segments {
      if ns < startNs + segment.durationNs {
        let share = Double(ns - startNs) / Double(segment.durationNs)
        return segment.fromRate + (segment.toRate - segment.fromRate) * share
      }
      startNs += segment.durationNs
    }
    return 0
  }

  @Test(arguments: Shape.allCases, ArrivalProcess.allCases)
  func `the number of arrivals at any instant follows the rate`(
    shape: Shape, process: ArrivalProcess
  ) throws {
    let profile = try shape.profile(rate: 200_000, durationNs: 2 * Self.second)
    let arrivals = arrivals(profile, process)
    var expected = 0.0
    var index = 0
    let sliceNs: UInt64 = 10_000_000
    for startNs in stride(from: 0, to: profile.totalNs, by: Int(sliceNs)) {
      let first = index
      while index < arrivals.count, arrivals[index] < startNs + sliceNs { index += 1 }
      // Ends and jumps of all shapes are at whole slices, and within them the rate is linear.
      let slice = rate(of: profile, atNs: startNs + sliceNs / 2) * Double(sliceNs) / 1e9
      expected += slice
      let margin = process == .constant ? 1 : 5 * slice.squareRoot()
      #expect(abs(Double(index - first) - slice) <= margin)
      #expect(
        abs(Double(index) - expected) <= (process == .constant ? 0.51 : 5 * expected.squareRoot()))
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `the gaps of poisson arrivals are exponential`(seed: UInt64) throws {
    let arrivals = arrivals(try profile("1000:100s"), .poisson, seed: seed)
    let gaps = zip(arrivals, arrivals.dropFirst()).map { Double($1 - $0) / 1e6 }
    let count = Double(gaps.count)
    let mean = gaps.reduce(0, +) / count
    let variance = gaps.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count
    #expect(abs(mean - 1) < 0.015)
    #expect(abs(variance - 1) < 0.05)
    // A gap says nothing about the next one.
    let covariance = zip(gaps, gaps.dropFirst()).reduce(0) { $0 + ($1.0 - mean) * ($1.1 - mean) }
    #expect(abs(covariance / count) < 4 / count.squareRoot())
  }

  @Test func `the counts of poisson arrivals vary as much as their mean`() throws {
    let arrivals = arrivals(try profile("100:1000s"), .poisson)
    var counts = Array(repeating: 0.0, count: 10_000)
    for atNs in arrivals { counts[Int(atNs / (Self.second / 10))] += 1 }
    let mean = counts.reduce(0, +) / 10_000
    let variance = counts.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 10_000
    #expect(abs(mean - 10) < 0.15)
    #expect(abs(variance - 10) < 0.7)
  }

  @Test func `the same seed gives the same arrivals, another seed others`() throws {
    let profile = try Shape.peak.profile(rate: 1000, durationNs: Self.second)
    #expect(arrivals(profile, .poisson, seed: 5) == arrivals(profile, .poisson, seed: 5))
    #expect(arrivals(profile, .poisson, seed: 5) != arrivals(profile, .poisson, seed: 6))
    #expect(arrivals(profile, .constant, seed: 5) == arrivals(profile, .constant, seed: 6))
  }

  @Test func `a copy is independent`() throws {
    var schedule = ArrivalSchedule(profile: try profile("1000:1s"), process: .poisson, seed: 1)
    _ = schedule.next()
    var copy = schedule
    let next = schedule.next()
    #expect(copy.next() == next)
  }

  @Test func `the highest rate is a billion per second`() throws {
    #expect(arrivals(try profile("1e9:5ns"), .constant) == [1, 2, 3, 4, 4])
  }

  @Test func `gives the same arrivals on every platform`() throws {
    let first = arrivals(try profile("5:1s"), .poisson)
    #expect(
      first == [
        6_238_232, 41_039_423, 180_419_145, 450_102_582, 704_519_436, 757_376_123, 777_360_781,
        796_059_226, 955_760_604,
      ])
    var digests: [Bool: Digest] = [false: Digest(), true: Digest()]
    for shape in Shape.allCases {
      let isLater = [.stairs, .spike].contains(shape)
      for process in ArrivalProcess.allCases {
        let profile = try shape.profile(rate: 10_000, durationNs: Self.second)
        for atNs in arrivals(profile, process) { digests[isLater]?.combine(atNs) }
      }
    }
    #expect(digests[false]?.value == 10_118_450_367_961_465_133)
    #expect(digests[true]?.value == 5_471_332_418_721_776_906)
  }
}
