import Foundation
import Testing

@testable import Measurement

@Suite struct SlowPhasesTests {
  /// A scenario on a machine with a neighbour, whose phases are longer than a process.
  private struct Machine {
    /// The share of processes that begin in a slow phase.
    var slowShare = 0.0
    /// The power of the reference's increase with which the scenario is slowed.
    var power = 1.0
    /// The probability that the phase changes from sample to sample.
    var change = 0.1
    var random: Congruential

    /// Measures 8 processes of 9 samples of a scenario that takes 100 ns; processes vary by 2 %.
    mutating func measure() -> (times: [[Double]], references: [[Double]]) {
      var (times, references): ([[Double]], [[Double]]) = ([], [])
      for _ in 0..<8 {
        var isSlow = random.uniform() < slowShare
        let (layout, referenceLayout) = (random.normal() * 0.02, random.normal() * 0.015)
        times.append([])
        references.append([])
        for _ in 0..<9 {
          if random.uniform() < change { isSlow = random.uniform() < slowShare }
          let slowness = isSlow ? 0.55 + random.normal() * 0.05 : 0
          references[references.count - 1].append(
            7 * exp(slowness + referenceLayout + random.normal() * 0.02))
          times[times.count - 1].append(
            100 * exp(power * slowness + layout + random.normal() * 0.01))
        }
      }
      return (times, references)
    }
  }

  @Test func `a quiet machine has the plain times`() throws {
    var machine = Machine(random: Congruential(state: 1))
    let (times, references) = machine.measure()
    let phases = try #require(SlowPhases(times: times, references: references))
    #expect(phases.share == 0)
    #expect(phases.processValues == times.compactMap { SortedSamples($0).median })
  }

  @Test(arguments: [0.2, 0.4], [0.0, 0.5, 1.0])
  func `the interval contains the undisturbed time`(slowShare: Double, power: Double) throws {
    var machine = Machine(
      slowShare: slowShare, power: power, random: Congruential(state: 7))
    var (covered, plainCovered) = (0, 0)
    var (widths, plainWidths): ([Double], [Double]) = ([], [])
    let runs = 400
    for _ in 0..<runs {
      let (times, references) = machine.measure()
      let plain = try #require(
        ProcessEstimate(times.compactMap { SortedSamples($0).median })?.interval)
      let found = try #require(
        ProcessEstimate(SlowPhases.processValues(times, references: references))?.interval)
      covered += found.contains(100) ? 1 : 0
      plainCovered += plain.contains(100) ? 1 : 0
      widths.append(found.upperBound / found.lowerBound - 1)
      plainWidths.append(plain.upperBound / plain.lowerBound - 1)
    }
    #expect(covered >= runs * 90 / 100, "\(covered) of \(runs)")
    let (width, plainWidth) = (SortedSamples(widths).median, SortedSamples(plainWidths).median)
    #expect(try #require(width) < 0.06)
    // Without the correction, the interval is as wide as the phases differ, or contains another time.
    if power == 1 {
      #expect(try #require(plainWidth) > 0.2 || plainCovered < runs / 2)
    }
  }

  @Test func `a scenario that is not slowed is not corrected`() throws {
    let times = [[100.0, 101, 99], [100, 102, 98]]
    let found = try #require(
      SlowPhases(times: times, references: [[7, 14, 7], [14, 7, 14]]))
    #expect(found.share == 0.5)
    #expect(
      SlowPhases.processValues(times, references: [[7, 14, 7], [14, 7, 14]]).allSatisfy {
        abs($0 / 100 - 1) < 0.01
      })
  }

  @Test func `without references the times stay`() {
    #expect(SlowPhases(times: [[1, 2]], references: [[1]]) == nil)
    #expect(SlowPhases(times: [[1, 0]], references: [[1, 1]]) == nil)
    #expect(SlowPhases(times: [], references: []) == nil)
    #expect(SlowPhases.processValues([[3, 1, 2], []], references: []) == [2])
  }
}
