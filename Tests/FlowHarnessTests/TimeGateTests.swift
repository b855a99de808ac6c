import Measurement
import Testing

@testable import FlowHarness

/// How many pairs a scenario takes.
struct TimeGateTests {
  /// Twenty pairs whose ratios lie evenly within a share around a middle.
  private func comparison(around middle: Double, within share: Double) throws -> PairedComparison {
    let pairs = (0..<20).map { index in
      (base: 100.0, candidate: 100 * (middle + share * (Double(index) / 9.5 - 1)))
    }
    return try #require(PairedComparison(pairs: pairs))
  }

  @Test func `calm pairs that show nothing are enough`() throws {
    let calm = try comparison(around: 1, within: 0.01)
    #expect(calm.verdict == .same && (calm.smallestVisible ?? 1) < TimeGate.wantedVisible)
    #expect(TimeGate.pairs(after: calm) == 20)
  }

  @Test func `pairs that could have seen nothing are run again, twice as many`() throws {
    let noisy = try comparison(around: 1, within: 0.3)
    #expect(noisy.verdict == .same && (noisy.smallestVisible ?? 0) > TimeGate.wantedVisible)
    #expect(TimeGate.pairs(after: noisy) == 40)
  }

  @Test func `what is seen in calm is confirmed by as many, what is seen in noise by twice`() throws {
    for (share, count) in [(0.01, 20), (0.3, 40)] {
      let slow = try comparison(around: 2, within: share)
      #expect(slow.verdict == .slower)
      #expect(TimeGate.pairs(after: slow) == count)
    }
  }

  @Test func `a comparison that could have seen nothing is not called the same`() throws {
    func outcome(within share: Double) throws -> CheckFinding.Outcome {
      var finding = CheckFinding(
        gate: .time, scenario: "s", metric: "cpu_ns_per_action", outcome: .regressed)
      finding.take(try comparison(around: 1, within: share))
      return finding.outcome
    }
    #expect(try outcome(within: 0.01) == .same)
    #expect(try outcome(within: 0.9) == .inconclusive)
  }
}
