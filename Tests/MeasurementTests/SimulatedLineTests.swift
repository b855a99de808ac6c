import Foundation
import Testing

@testable import Measurement

/// Compares simulated lines with the lines that they were simulated from.
struct SimulatedLineTests {
  /// A line and its mean wait.
  private struct Line {
    var batches: [ActionLatencies] = []
    var meanWaitNs = 0.0

    /// - Parameters:
    ///   - rate: Arrivals for each nanosecond.
    ///   - count: Actions of a batch.
    ///   - service: The mean of exponential services in each batch, in nanoseconds.
    init(_ rate: Double, batchOf count: Int, service: [Double], seed: UInt64) {
      var random = Congruential(state: seed)
      var (wait, sum) = (0.0, 0.0)
      for meanNs in service {
        var services: [UInt64] = []
        for _ in 0..<count {
          sum += wait
          let serviceNs = -log(1 - Double.random(in: 0..<1, using: &random)) * meanNs
          let gapNs = -log(1 - Double.random(in: 0..<1, using: &random)) / rate
          services.append(UInt64(serviceNs))
          wait = max(0, wait + serviceNs - gapNs)
        }
        batches.append(SimulatedLineTests.times(services))
      }
      meanWaitNs = sum / Double(count * service.count)
    }

    func simulated(_ rate: Double, seed: UInt64) -> SimulatedLine? {
      var random = Congruential(state: seed + 1000)
      return SimulatedLine(
        arrivalsPerNs: rate, batches: batches, maxActions: 100_000, using: &random)
    }
  }

  /// Returns times of actions of which every second one queued and began `turnaroundNs` after the end
  /// of the one before.
  private static func times(
    _ services: [UInt64], turnaroundNs: UInt64 = 0, idleDelayNs: UInt64 = 0
  ) -> ActionLatencies {
    var recorder = ActionLatencyRecorder()
    defer { recorder.deallocate() }
    for (index, ns) in services.enumerated() {
      let startedNs = 1000 + (index.isMultiple(of: 2) ? turnaroundNs : idleDelayNs)
      recorder.record(
        intendedNs: index.isMultiple(of: 2) ? 0 : 1000, startedNs: startedNs,
        endedNs: startedNs + ns, freeNs: 1000)
    }
    return recorder.latencies
  }

  private static let rate = 1e-5

  /// Returns the number of lines of twenty that are in their predicted interval.
  private static func held(_ service: [Double]) throws -> Int {
    try (0..<20).count { seed in
      let line = Line(rate, batchOf: 200, service: service, seed: UInt64(seed))
      let simulated = try #require(line.simulated(rate, seed: UInt64(seed)))
      return simulated.interval.contains(line.meanWaitNs)
    }
  }

  @Test(arguments: [0.5, 0.8])
  func `a stationary line has the wait of Pollaczek and Khinchin`(busy: Double) throws {
    let service = [Double](repeating: busy / Self.rate, count: 16)
    // 95 % of them; fewer than 15 come once in ten thousand times.
    #expect(try Self.held(service) >= 15)
    let line = Line(Self.rate, batchOf: 1000, service: service, seed: 1)
    let simulated = try #require(line.simulated(Self.rate, seed: 1))
    let textbook = QueueTheory(.exponential, utilisation: busy).meanWait * busy / Self.rate
    #expect(abs(simulated.meanQueueingNs / textbook - 1) < 0.1)
  }

  @Test func `phases of half the speed are in the prediction, not in the formula`() throws {
    // 80 % busy, and in one batch of eight 160 %.
    let service = (0..<16).map { ($0 % 8 == 3 ? 1.6 : 0.8) / Self.rate }
    #expect(try Self.held(service) >= 15)
    let line = Line(Self.rate, batchOf: 1000, service: service, seed: 1)
    let simulated = try #require(line.simulated(Self.rate, seed: 1))
    #expect(simulated.interval.contains(line.meanWaitNs))
    let all = line.batches.reduce(into: ActionLatencies()) { $0.add($1) }.service
    let textbook = QueueTheory.meanWaitNs(
      arrivalsPerNs: Self.rate, meanServiceNs: try #require(all.meanNs),
      meanSquareServiceNs: try #require(all.meanSquareNs))
    #expect(simulated.interval.lowerBound > 3 * (try #require(textbook)))
  }

  // P. D. Welch, *On a generalized M/G/1 queuing process in which the first customer of each busy period
  // receives exceptional service*, Operations Research 12 (5), 1964: a server that starts up for D.
  @Test func `the prediction includes the generator's delay`() throws {
    let batch = Self.times(
      [UInt64](repeating: 900, count: 10_000), turnaroundNs: 100, idleDelayNs: 400)
    #expect(batch.turnaround.count == 5000 && batch.turnaround.meanNs == 100)
    #expect(batch.generatorDelay.count == 10_000 && batch.generatorDelay.meanNs == 250)
    var random = Congruential(state: 1)
    // Half busy with services and turnarounds of 1,000 ns: 500, and for D = 400 ns
    // (2·D + λ·D²) / (2·(1 + λ·D)) more.
    let expected = 500 + (800 + 5e-4 * 160_000) / (2 * 1.2)
    let simulated = SimulatedLine(
      arrivalsPerNs: 5e-4, batches: [batch], maxActions: 200_000, using: &random)
    let line = try #require(simulated)
    #expect(abs(line.meanQueueingNs / expected - 1) < 0.02)
    #expect(line.interval.contains(expected))
    // The formula with equal delays is wrong: 250 ns in line after each service.
    let textbook = try #require(
      QueueTheory.meanWaitNs(
        arrivalsPerNs: 5e-4, meanServiceNs: 1150, meanSquareServiceNs: 1_322_500 + 22_500))
    #expect(abs((textbook + 250) / expected - 1) > 0.1)
  }

  @Test func `an empty line and one of too many actions have no prediction`() {
    var random = Congruential(state: 1)
    for batches in [[], [ActionLatencies()]] {
      let line = SimulatedLine(arrivalsPerNs: 1, batches: batches, using: &random)
      #expect(line == nil)
    }
    let thousand = Self.times([UInt64](repeating: 1, count: 1000))
    let tooMany = [ActionLatencies](
      repeating: thousand, count: SimulatedLine.maxActions / 5000 + 1)
    let line = SimulatedLine(arrivalsPerNs: 1, batches: tooMany, using: &random)
    #expect(line == nil)
  }
}
