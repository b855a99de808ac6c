import Foundation
import Workloads

/// What a catalogue's entry is made for.
struct TrialContext {
  let scenario: Scenario
  /// The seed of the scenario's actions: the same for every design and topology.
  let seed: UInt64
  /// A directory of the trial's own, for features that keep files.
  let workDirectory: String

  init(scenario: Scenario, seed: UInt64, workDirectory: String) {
    self.scenario = scenario
    self.seed = seed
    self.workDirectory = workDirectory
  }

  /// What a trial asks for; each of its windows has files of its own.
  init(_ request: TrialRequest, window: Int = 0) {
    self.init(
      scenario: request.scenario, seed: request.seed,
      workDirectory: "\(request.workDirectory)/\(window)")
  }

  /// How many scopes lie between the store and a feature's child.
  var depth: Int { scenario.scopeDepth ?? 1 }

  @MainActor
  func parts<F: LeafFeature>(
    of workload: Workload<F>, subject: @MainActor (TrialInput<Copies<F>>) -> TrialSubject
  ) -> TrialParts {
    parts(
      feature: { Copies(workload.make($0), count: scenario.features) }, subject: subject)
  }

  /// A subject, and the fold that says what it must end in; each with services of its own.
  @MainActor
  func parts<F: Feature>(
    feature: @escaping (Services) -> F, subject: @MainActor (TrialInput<F>) -> TrialSubject
  ) -> TrialParts {
    TrialParts(
      subject: subject(input(feature(services("store", isOracle: false)))),
      expectedDigests: {
        plainFoldDigests(input(feature(services("fold", isOracle: true))), after: $0)
      },
      oracle: LoadOracle { input(feature(services("load fold", isOracle: true))) },
      traces: TraceAccess { input(feature(services("traces", isOracle: true))) })
  }

  private func input<F: Feature>(_ feature: F) -> TrialInput<F> {
    TrialInput(
      feature: feature, distribution: scenario.distribution, seed: seed,
      views: scenario.views.observers(scenario.observers, slots: feature.slotCount))
  }

  private func services(_ name: String, isOracle: Bool) -> Services {
    guard scenario.storage == .disk else {
      return Services(directory: nil, answers: scenario.answers, isOracle: isOracle)
    }
    let directory = URL(filePath: workDirectory).appending(path: name)
    // What cannot be made here cannot be written later either: the features then answer so.
    try? FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    return Services(directory: directory, answers: scenario.answers, isOracle: isOracle)
  }
}

/// What a trial drives, and what it must end in.
struct TrialParts {
  let subject: TrialSubject
  let expectedDigests: ([Int]) -> [UInt64]
  let oracle: LoadOracle
  let traces: TraceAccess
}
