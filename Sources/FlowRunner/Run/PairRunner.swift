package import FlowHarness
package import FlowResults
import Foundation
package import Measurement
import Workloads

/// Compares two scenarios by pairs of fresh processes. Both processes of a pair run at the same
/// time on one core, so that a disturbance slows both.
///
/// The scheduler gives the core to each in turn for milliseconds, and a sample is shorter: the
/// minimum of many lies within such a turn. In a noisy hour of a virtual machine, the minimums of
/// two equal processes differed by 5 to 30 % if they ran one after the other, and by 2 to 3 % if
/// they ran at the same time. Source: L. Bulej et al., *Duet benchmarking: improving measurement
/// accuracy in the cloud*, 2020, where each has a core.
package struct PairRunner: Sendable {
  let process: TrialProcess
  /// The program of the base; `nil`: the same one.
  var baseProcess: TrialProcess?
  let settings: TrialSettings
  let seed: UInt64

  package init(
    process: TrialProcess, baseProcess: TrialProcess? = nil, settings: TrialSettings, seed: UInt64
  ) {
    self.process = process
    self.baseProcess = baseProcess
    self.settings = settings
    self.seed = seed
  }

  /// A comparison that could not be made.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
    /// A Boolean value that indicates whether the base failed.
    package var isBase = false
    /// A Boolean value that indicates whether its catalogue only lacks the scenario.
    package var isUnknown = false
    /// The failure of the operating system that prevented the process; neither revision caused it.
    package var prevented: SystemError?

    package init(description: String, isBase: Bool = false, isUnknown: Bool = false) {
      self.description = description
      self.isBase = isBase
      self.isUnknown = isUnknown
    }

    /// Creates the failure of a process that has not finished.
    init(_ scenario: Scenario, _ ending: ChildProcess.Ending<TrialOutcome>, isBase: Bool) {
      let reason = ending.failure ?? "interrupted"
      self.init(
        description: "\(scenario.id): \(reason)", isBase: isBase,
        isUnknown: MissingDesignError.isReason(reason))
      if case .prevented(let error) = ending { prevented = error }
    }
  }

  /// Processes of about 90 ms, of which only the minimum counts. A short sample is less likely to
  /// be disturbed: the minimum of 28 varies by 1.3 % between processes, the minimum of 7 in the
  /// same time by 2.1 %.
  static let settings = TrialSettings(
    verificationActions: 500, warmUpNs: 4_000_000, sampleNs: 1_000_000, samples: 28,
    leastActions: 1, fastActions: 1, maximumActions: 10_000_000, countedActions: 1000,
    limitSeconds: 30)

  /// Compares the processor time of pairs.
  ///
  /// - Parameter number: Distinguishes this comparison from others with the same seed.
  package func compare(
    _ base: Scenario, _ candidate: Scenario, number: Int,
    pairs: Int = PairedComparison.Rule.standard.pairs
  ) async throws(Failure) -> PairedComparison {
    let costs = try await costs(base, candidate, number: number, pairs: pairs)
    guard let comparison = PairedComparison(pairs: costs) else {
      throw Failure(description: "\(candidate.id): a time is not positive")
    }
    return comparison
  }

  /// Returns the processor time for an action, in nanoseconds, of pairs; the side that is started
  /// first is random.
  ///
  /// - Parameter number: Distinguishes these pairs from others with the same seed.
  func costs(
    _ base: Scenario, _ candidate: Scenario, number: Int,
    pairs: Int = PairedComparison.Rule.standard.pairs
  ) async throws(Failure) -> [(base: Double, candidate: Double)] {
    var random = SplitMix64(seed: splitSeed(seed, "order of pairs \(number)"))
    var costs: [(base: Double, candidate: Double)] = []
    for _ in 0..<pairs {
      let isBaseFirst = Bool.random(using: &random)
      async let one = cost(isBaseFirst ? base : candidate, isBase: isBaseFirst)
      async let other = cost(isBaseFirst ? candidate : base, isBase: !isBaseFirst)
      let (first, second) = await (one, other)
      // If both fail, the base is not at fault.
      let candidateCost = try (isBaseFirst ? second : first).get()
      let baseCost = try (isBaseFirst ? first : second).get()
      guard base != candidate || baseCost.digest == candidateCost.digest else {
        throw Failure(
          description: "\(candidate.id): both end in different states: the work is not the same")
      }
      costs.append((baseCost.minNs, candidateCost.minNs))
    }
    return costs
  }

  private struct Cost {
    /// The minimum processor time for an action, which disturbances affect least.
    let minNs: Double
    /// The state after the verification actions.
    let digest: UInt64?
  }

  private func cost(_ scenario: Scenario, isBase: Bool) async -> Result<Cost, Failure> {
    let process = isBase ? baseProcess ?? self.process : self.process
    // Its own: the other process of the pair writes at the same time.
    let scratch: ScratchDirectory
    do { scratch = try ScratchDirectory() } catch {
      let error = SystemError(TemporaryFolder.path, error)
      return .failure(Failure(scenario, .prevented(error), isBase: isBase))
    }
    defer { scratch.remove() }
    let request = TrialRequest(
      scenario: scenario, pass: .timing, round: 0, seed: seed, settings: settings,
      workDirectory: scratch.path, fault: nil)
    let ending = await process.run(request)
    guard case .finished(let outcome) = ending else {
      return .failure(Failure(scenario, ending, isBase: isBase))
    }
    guard outcome.isValid, let ns = outcome.samples.compactMap(\.cpuNs).min() else {
      let reason = outcome.reason ?? "no time was measured"
      return .failure(Failure(description: "\(scenario.id): \(reason)", isBase: isBase))
    }
    return .success(Cost(minNs: ns, digest: outcome.digest))
  }
}
