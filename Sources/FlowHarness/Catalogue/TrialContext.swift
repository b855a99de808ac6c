import FlowTrace
import Foundation
public import Workloads

/// The scenario and the environment for which the catalogue creates a trial.
@usableFromInline
package struct TrialContext {
  @usableFromInline package let scenario: Scenario
  /// The seed of the scenario's actions: the same for every design and topology.
  let seed: UInt64
  /// The trial's directory, for features that save files.
  let workDirectory: String
  /// The virtual time of a load; `nil` in real time.
  package let time: VirtualNow?
  /// A Boolean value that indicates whether suspensions of effects are counted.
  let countsSuspensions: Bool
  /// The trace whose actions precede the generated ones.
  private let trace: TraceReplay?

  package init(
    scenario: Scenario, seed: UInt64, workDirectory: String, time: VirtualNow? = nil,
    countsSuspensions: Bool = false, trace: TraceReplay? = nil
  ) {
    self.scenario = scenario
    self.seed = seed
    self.workDirectory = workDirectory
    self.time = time
    self.countsSuspensions = countsSuspensions
    self.trace = trace
  }

  /// Returns the input of a trial with a feature.
  @usableFromInline
  func input<F: Feature>(_ feature: F) -> TrialInput<F> {
    var input = TrialInput(
      feature: feature, distribution: scenario.distribution, seed: seed,
      views: scenario.views.observers(scenario.observers, slots: feature.slotCount))
    // If the file has changed, the replay reports it.
    if let trace, let source = try? ReplaySource(trace, for: feature) {
      input.recorded = source.actions.reversed().map(\.action)
    }
    return input
  }

  /// Returns services for a store or for a fold.
  ///
  /// - Parameter name: The name of their directory.
  @usableFromInline
  func services(_ name: String, isOracle: Bool) -> Services {
    let counts = countsSuspensions && scenario.completion == .suspending
    let completion = counts ? .counted : scenario.completion
    guard scenario.storage == .disk else {
      return Services(directory: nil, completion: completion, isOracle: isOracle)
    }
    let directory = URL(filePath: workDirectory).appending(path: name)
    // If the directory cannot be created, features report errors of writing.
    try? FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    return Services(directory: directory, completion: completion, isOracle: isOracle)
  }

  /// The same trial of another feature, without views and trace.
  var ofPart: TrialContext {
    var scenario = scenario
    (scenario.views, scenario.observers) = (.none, 0)
    return TrialContext(
      scenario: scenario, seed: seed, workDirectory: workDirectory, time: time,
      countsSuspensions: countsSuspensions)
  }

  /// The services of the measured store.
  @usableFromInline var storeServices: Services { services("store", isOracle: false) }
}

/// The subject of a trial, and its expected results.
package struct TrialParts {
  package let subject: TrialSubject
  package var fold: FoldParts

  package var expectedDigests: ([Int]) -> [UInt64] { fold.expectedDigests }
  package var expectedViews: (Int) -> FoldedViews { fold.expectedViews }
  package var oracle: LoadOracle { fold.oracle }
}

/// The expected results of a trial by a plain fold of the workload, independent of the store.
@usableFromInline
package struct FoldParts {
  var expectedDigests: ([Int]) -> [UInt64]
  /// Returns the expected drawings of the trial's views after a number of actions.
  let expectedViews: (Int) -> FoldedViews
  var oracle: LoadOracle
  /// Reads a trace file to its end or its first fault.
  package let scanTrace: (_ path: String) -> TraceScan
  /// Returns a fold of the trial's actions from the start.
  package let steps: () -> any FoldSteps

  /// Creates the folds of a feature.
  ///
  /// - Parameter feature: Creates the feature with services of its own.
  @MainActor
  @inlinable
  init<F: Feature>(_ context: TrialContext, _ feature: @escaping (Services) -> F) {
    func input(_ name: String) -> TrialInput<F> {
      context.input(feature(context.services(name, isOracle: true)))
    }
    self.init(
      expectedDigests: { plainFoldDigests(input("fold"), after: $0) },
      expectedViews: { plainFoldViews(input("views"), after: $0) },
      oracle: LoadOracle { input("load fold") }, scanTrace: Self.scan { input("traces").feature },
      steps: Self.steps { input("steps") })
  }

  @usableFromInline
  static func scan<F: Feature>(_ feature: @escaping () -> F) -> (String) -> TraceScan {
    { ReplayedActions(reading: $0, for: feature()).scan }
  }

  @usableFromInline
  static func steps<F: Feature>(
    _ input: @escaping () -> TrialInput<F>
  ) -> () -> any FoldSteps {
    { FeatureFoldSteps(input) }
  }

  @usableFromInline
  init(
    expectedDigests: @escaping ([Int]) -> [UInt64],
    expectedViews: @escaping (Int) -> FoldedViews, oracle: LoadOracle,
    scanTrace: @escaping (String) -> TraceScan,
    steps: @escaping () -> any FoldSteps
  ) {
    self.expectedDigests = expectedDigests
    self.expectedViews = expectedViews
    self.oracle = oracle
    self.scanTrace = scanTrace
    self.steps = steps
  }
}
