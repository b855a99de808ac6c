import Testing

@testable import Measurement

/// The response times of a simulated M/M/1.
struct SimulatedQueue {
  let utilisation: Double
  var random: Congruential
  private var work = 0.0

  init(utilisation: Double, seed: UInt64) {
    self.utilisation = utilisation
    random = Congruential(state: seed)
    for _ in 0..<500 { _ = response() }
  }

  /// In mean service times.
  mutating func response() -> Double {
    work = max(0, work - random.exponential() / utilisation)
    work += random.exponential()
    return work
  }

  /// Consecutive batches, at a mean service of a microsecond.
  mutating func batches(
    _ count: Int, of size: Int, recorder: inout LatencyRecorder
  ) -> [LatencyHistogram] {
    (0..<count).map { _ in
      recorder.reset()
      for _ in 0..<size { recorder.record(ns: UInt64(response() * 1e3)) }
      return LatencyHistogram(recorder)
    }
  }
}

struct QuantileIntervalTests {
  private func histogram(_ values: some Sequence<UInt64>) -> LatencyHistogram {
    var recorder = LatencyRecorder()
    defer { recorder.deallocate() }
    for value in values { recorder.record(ns: value) }
    return LatencyHistogram(recorder)
  }

  /// Returns batches of 100 times with the given numbers of long ones.
  private func batches(_ long: [Int]) -> [LatencyHistogram] {
    long.map { count in
      histogram((0..<100).map { UInt64($0 < count ? 1000 + $0 : 100 + $0) })
    }
  }

  @Test(arguments: StatisticsVectors.known.quantile)
  func `quantiles agree with NumPy`(vector: QuantileVector) throws {
    var start = 0
    let batches = vector.sizes.map { size in
      defer { start += size }
      return histogram(vector.times[start..<start + size])
    }
    let interval = QuantileInterval(
      percent: vector.percent, of: batches, confidence: vector.confidence)
    #expect(interval?.low == vector.low)
    #expect(interval?.high == vector.high)
    #expect(interval?.batches == vector.batches)
  }

  @Test func `equal times are their own interval`() throws {
    let batches = [LatencyHistogram](repeating: histogram([70, 70, 70]), count: 20)
    let interval = try #require(QuantileInterval(percent: 99, of: batches))
    #expect(interval.low == 70 && interval.high == 70 && interval.batches == 20)
  }

  @Test func `sixteen batches with times are needed`() {
    let batch = histogram(1...200)
    let enough = [LatencyHistogram](repeating: batch, count: 16)
    #expect(QuantileInterval(percent: 50, of: []) == nil)
    #expect(QuantileInterval(percent: 50, of: Array(enough.dropLast())) == nil)
    #expect(QuantileInterval(percent: 50, of: enough)?.batches == 16)
    let empty = [LatencyHistogram](repeating: LatencyHistogram(), count: 20)
    #expect(
      QuantileInterval(percent: 50, of: enough + empty)
        == QuantileInterval(percent: 50, of: enough))
    #expect(QuantileInterval(percent: 50, of: enough.dropLast() + empty) == nil)
  }

  // Of 3,200 times 34 are long, and the 99th percentile is among these.
  @Test func `sixteen batches must contain a time of the tail`() {
    let sixteen = (0..<32).map { $0 % 2 == 0 ? ($0 < 28 ? 2 : 3) : 0 }
    #expect(QuantileInterval(percent: 99, of: batches(sixteen)) != nil)
    var fifteen = sixteen
    fifteen[0] = 0
    fifteen[2] = 4
    #expect(fifteen.reduce(0, +) == 34)
    #expect(QuantileInterval(percent: 99, of: batches(fifteen)) == nil)
  }

  @Test func `more than 32 batches are merged in pairs`() {
    let batch = histogram(1...200)
    for (given, left) in [(32, 32), (33, 16), (64, 32), (65, 32), (128, 32), (66, 16)] {
      let many = [LatencyHistogram](repeating: batch, count: given)
      #expect(QuantileInterval(percent: 50, of: many)?.batches == left, "\(given)")
    }
  }

  @Test func `correlated batches are merged`() {
    let pairs = (0..<32).map { $0 / 2 % 2 == 0 ? 60 : 40 }
    #expect(QuantileInterval(percent: 45, of: batches(pairs))?.batches == 32)
    let fours = (0..<32).map { $0 / 4 % 2 == 0 ? 60 : 40 }
    #expect(QuantileInterval(percent: 45, of: batches(fours))?.batches == 16)
    let eights = (0..<32).map { $0 / 8 % 2 == 0 ? 60 : 40 }
    #expect(QuantileInterval(percent: 45, of: batches(eights))?.batches == 8)
    let sixteens = (0..<32).map { $0 / 16 % 2 == 0 ? 60 : 40 }
    #expect(QuantileInterval(percent: 45, of: batches(sixteens)) == nil)
    let rising = (0..<32).map { 34 + $0 }
    #expect(QuantileInterval(percent: 45, of: batches(rising)) == nil)
  }

  @Test func `an end beyond all times has no interval`() {
    var wild = [Int](repeating: 1, count: 32)
    #expect(QuantileInterval(percent: 98, of: batches(wild)) != nil)
    wild[9] = 90
    #expect(QuantileInterval(percent: 98, of: batches(wild)) == nil)
  }

  // The true percentiles are ln 2 and ln 10 over 1 − ρ.
  @Test func `the interval contains the percentiles of M/M/1 as often as its confidence says`() {
    var recorder = LatencyRecorder()
    defer { recorder.deallocate() }
    let percentiles: [(percent: Double, true: Double)] = [
      (50, 1.386294361), (90, 4.605170186),
    ]
    var held = [0, 0]
    var given = [0, 0]
    for load in 0..<150 {
      var queue = SimulatedQueue(utilisation: 0.5, seed: UInt64(load) * 7919 + 1)
      let batches = queue.batches(20, of: 320, recorder: &recorder)
      for (index, percentile) in percentiles.enumerated() {
        guard let interval = QuantileInterval(percent: percentile.percent, of: batches) else {
          continue
        }
        given[index] += 1
        let ns = percentile.true * 1e3
        if interval.low <= ns, ns <= interval.high { held[index] += 1 }
      }
    }
    #expect(given.allSatisfy { $0 >= 130 }, "\(given)")
    for (held, given) in zip(held, given) {
      let share = Double(held) / Double(given)
      #expect(share > 0.88 && share < 0.99, "\(share) of \(given)")
    }
  }
}
