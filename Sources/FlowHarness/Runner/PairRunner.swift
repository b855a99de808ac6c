import Foundation
import Measurement
import Workloads

/// Runs two scenarios against each other: fresh processes of both in turn, one pair after another,
/// so that whatever slows the machine slows both alike.
struct PairRunner: Sendable {
  let process: TrialProcess
  /// What runs the base; `nil`: the same program.
  var baseProcess: TrialProcess?
  let settings: TrialSettings
  let seed: UInt64

  /// A comparison that could not be made.
  struct Failure: Error, CustomStringConvertible {
    let description: String
    /// Whether it was the base that failed.
    var isBase = false
  }

  /// Processes of about 90 ms, of which only the least sample counts. Many short samples,
  /// for a short one is more likely to be disturbed by nobody: from process to process the least of
  /// 28 scatters by 1.3 %, the least of 7 of the same time in all by 2.1 %.
  static let settings = TrialSettings(
    proofActions: 500, warmUpNs: 4_000_000, sampleNs: 1_000_000, samples: 28, fastActions: 1,
    maximumActions: 10_000_000, countedActions: 1000, limitSeconds: 30)

  /// Compares processor time by `pairs` pairs; which side goes first is drawn for each pair.
  ///
  /// - Parameter number: Tells this comparison from others with the same seed.
  /// - Throws: `Failure` when a trial is not valid or has no time.
  func compare(
    _ base: Scenario, _ candidate: Scenario, number: Int,
    pairs: Int = PairedComparison.Rule.standard.pairs
  ) async throws(Failure) -> PairedComparison {
    var random = SplitMix64(seed: splitSeed(seed, "order of pairs \(number)"))
    var costs: [(base: Double, candidate: Double)] = []
    for _ in 0..<pairs {
      let (first, second): (Cost, Cost)
      if Bool.random(using: &random) {
        first = try await cost(base, isBase: true)
        second = try await cost(candidate, isBase: false)
      } else {
        second = try await cost(candidate, isBase: false)
        first = try await cost(base, isBase: true)
      }
      guard base != candidate || first.digest == second.digest else {
        throw Failure(
          description: "\(candidate.id): both end in different states: the work is not the same")
      }
      costs.append((first.leastNs, second.leastNs))
    }
    guard let comparison = PairedComparison(pairs: costs) else {
      throw Failure(description: "\(candidate.id): a time is not positive")
    }
    return comparison
  }

  /// What one fresh process found.
  private struct Cost {
    /// The least processor time for an action: what is left when nothing disturbed it.
    let leastNs: Double
    /// The state after the proof actions.
    let digest: UInt64
  }

  private func cost(_ scenario: Scenario, isBase: Bool) async throws(Failure) -> Cost {
    let process = isBase ? baseProcess ?? self.process : self.process
    let request = TrialRequest(
      scenario: scenario, pass: .timing, round: 0, seed: seed, settings: settings,
      workDirectory: FileManager.default.temporaryDirectory.path, fault: nil)
    switch await process.run(request) {
    case .interrupted: throw Failure(description: "interrupted")
    case .failed(let reason):
      throw Failure(description: "\(scenario.id): \(reason)", isBase: isBase)
    case .finished(let outcome):
      guard outcome.isValid, let ns = outcome.samples.compactMap(\.cpuNsPerAction).min() else {
        throw Failure(
          description: "\(scenario.id): \(outcome.reason ?? "no time was measured")", isBase: isBase
        )
      }
      return Cost(leastNs: ns, digest: outcome.digest)
    }
  }
}
