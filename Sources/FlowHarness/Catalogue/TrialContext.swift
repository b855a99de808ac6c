import Foundation
public import Workloads

/// What a catalogue's entry is made for.
@usableFromInline
package struct TrialContext {
  @usableFromInline package let scenario: Scenario
  /// The seed of the scenario's actions: the same for every design and topology.
  let seed: UInt64
  /// A directory of the trial's own, for features that keep files.
  let workDirectory: String
  /// The time that jumps, of a load in virtual time.
  package let time: VirtualNow?
  /// Whether the suspensions of effects that suspend are counted.
  let countsSuspensions: Bool

  package init(
    scenario: Scenario, seed: UInt64, workDirectory: String, time: VirtualNow? = nil,
    countsSuspensions: Bool = false
  ) {
    self.scenario = scenario
    self.seed = seed
    self.workDirectory = workDirectory
    self.time = time
    self.countsSuspensions = countsSuspensions
  }

  /// What a feature is driven with.
  @usableFromInline
  func input<F: Feature>(_ feature: F) -> TrialInput<F> {
    TrialInput(
      feature: feature, distribution: scenario.distribution, seed: seed,
      views: scenario.views.observers(scenario.observers, slots: feature.slotCount))
  }

  /// Services of a store, or of a fold that stands for one; each has its own.
  ///
  /// - Parameter name: Of a directory beside the others.
  @usableFromInline
  func services(_ name: String, isOracle: Bool) -> Services {
    let counts = countsSuspensions && scenario.completion == .suspending
    let completion = counts ? .counted : scenario.completion
    guard scenario.storage == .disk else {
      return Services(directory: nil, completion: completion, isOracle: isOracle)
    }
    let directory = URL(filePath: workDirectory).appending(path: name)
    // What cannot be made here cannot be written later either: the features then answer so.
    try? FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    return Services(directory: directory, completion: completion, isOracle: isOracle)
  }

  /// The services of the store that is driven.
  @usableFromInline var storeServices: Services { services("store", isOracle: false) }
}

/// What a trial drives, and what it must end in.
package struct TrialParts {
  package let subject: TrialSubject
  package var fold: FoldParts

  package var expectedDigests: ([Int]) -> [UInt64] { fold.expectedDigests }
  package var expectedViews: (Int) -> FoldedViews { fold.expectedViews }
  package var oracle: LoadOracle { fold.oracle }
  package var traces: TraceAccess { fold.traces }
}

/// What a workload's plain fold says of a trial, whatever its store: made by the workload alone.
@usableFromInline
package struct FoldParts {
  var expectedDigests: ([Int]) -> [UInt64]
  /// What the trial's views draw of so many actions.
  let expectedViews: (Int) -> FoldedViews
  var oracle: LoadOracle
  let traces: TraceAccess
  /// The fold of the trial's actions, from its beginning.
  package let steps: () -> any FoldSteps

  /// The fold of a feature.
  ///
  /// - Parameter feature: Makes it with services of its own.
  @MainActor
  @inlinable
  init<F: Feature>(_ context: TrialContext, _ feature: @escaping (Services) -> F) {
    func input(_ name: String) -> TrialInput<F> {
      context.input(feature(context.services(name, isOracle: true)))
    }
    self.init(
      expectedDigests: { plainFoldDigests(input("fold"), after: $0) },
      expectedViews: { plainFoldViews(input("views"), after: $0) },
      oracle: LoadOracle { input("load fold") }, traces: TraceAccess { input("traces") },
      steps: Self.steps { input("steps") })
  }

  @usableFromInline
  static func steps<F: Feature>(
    _ input: @escaping () -> TrialInput<F>
  ) -> () -> any FoldSteps {
    { FeatureFoldSteps(input()) }
  }

  @usableFromInline
  init(
    expectedDigests: @escaping ([Int]) -> [UInt64],
    expectedViews: @escaping (Int) -> FoldedViews, oracle: LoadOracle, traces: TraceAccess,
    steps: @escaping () -> any FoldSteps
  ) {
    self.expectedDigests = expectedDigests
    self.expectedViews = expectedViews
    self.oracle = oracle
    self.traces = traces
    self.steps = steps
  }
}
