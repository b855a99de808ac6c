import Foundation
import Measurement
import ResultFixtures
import Testing

@testable import FlowBenchCLI
@testable import FlowHarness
@testable import FlowReports
@testable import FlowResults
@testable import FlowRunner

/// The verdicts of pairs.
struct TimeGateTests {
  /// Returns twenty pairs with evenly distributed ratios.
  private func comparison(around middle: Double, within share: Double) throws -> PairedComparison {
    let pairs = (0..<20).map { index in
      (base: 100.0, candidate: 100 * (middle + share * (Double(index) / 9.5 - 1)))
    }
    return try #require(PairedComparison(pairs: pairs))
  }

  @Test func `a base that fails is not compared, and a scenario that it lacks is new`() {
    func outcome(isBase: Bool, isUnknown: Bool) -> CheckFinding.Outcome {
      var finding = CheckFinding(
        gate: .time, scenario: "s", metric: "cpu_ns_per_action", outcome: .same)
      finding.take(
        PairRunner.Failure(description: "crashed", isBase: isBase, isUnknown: isUnknown))
      #expect(finding.isBaseFault == (finding.outcome == .uncompared))
      return finding.outcome
    }
    #expect(outcome(isBase: true, isUnknown: false) == .uncompared)
    #expect(outcome(isBase: true, isUnknown: true) == .new)
    #expect(outcome(isBase: false, isUnknown: false) == .invalid)
    #expect(MissingDesignError.isReason("crashed: exited(1): dataCorrupted"))
    #expect(!MissingDesignError.isReason("crashed: signaled(4)"))
    #expect(!MissingDesignError.isReason("ended before it had a result"))
  }

  @Test func `a process that the system prevented is a failure of the system`() {
    let scenario = Scenario.sample("counter", .single, 1, "flow")
    let error = SystemError("starting flowbench", code: EAGAIN)
    for isBase in [true, false] {
      let prevented = PairRunner.Failure(scenario, .prevented(error), isBase: isBase)
      #expect(prevented.prevented == error)
      #expect(!prevented.isUnknown)
      let crashed = PairRunner.Failure(scenario, .failed(reason: "crashed"), isBase: isBase)
      #expect(crashed.prevented == nil)
      #expect(crashed.isBase == isBase)
    }
  }

  @Test func `pairs that could not have detected anything are repeated`() throws {
    let noisy = try comparison(around: 1, within: 0.3)
    #expect(noisy.verdict == .same)
    #expect(TimeGate.isBlind(noisy))
  }

  @Test func `a comparison that could not have detected anything is inconclusive`() throws {
    func outcome(within share: Double) throws -> CheckFinding.Outcome {
      var finding = CheckFinding(
        gate: .time, scenario: "s", metric: "cpu_ns_per_action", outcome: .regressed)
      finding.record(try comparison(around: 1, within: share))
      return finding.outcome
    }
    #expect(try outcome(within: 0.01) == .same)
    #expect(try outcome(within: 0.9) == .inconclusive)
  }
}
