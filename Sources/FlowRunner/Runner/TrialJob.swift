import FlowHarness
import FlowResults

/// One trial of a run, in a fresh process.
struct TrialJob: Job {
  typealias Work = TrialTask

  let trial: Plan.Trial
  let plan: Plan
  let process: TrialProcess
  /// What is known of the designs, if anything is.
  let verified: VerifiedDesigns?

  var key: JobKey { trial.key }
  var scenario: Scenario { trial.scenario }

  func request(workDirectory: String) -> TrialRequest {
    TrialRequest(
      scenario: trial.scenario, pass: trial.pass, round: trial.round,
      seed: plan.seed(for: trial.scenario), settings: plan.settings,
      workDirectory: workDirectory, fault: plan.fault?.kind(for: trial.scenario))
  }

  func adjust(_ child: inout ChildProcess, for request: TrialRequest) {
    child = process.child(for: request)
  }

  func finish(_ ending: Ending, into folder: ResultsFolder) throws {
    var ending = ending
    if case .finished(var outcome) = ending, outcome.isValid,
      let warning = verified?.warning(about: trial.scenario)
    {
      outcome.warn(warning)
      ending = .finished(outcome)
    }
    try folder.append(SampleRow.rows(of: trial, ending, plan: plan, runID: folder.runID))
  }
}

extension Plan.Trial {
  /// What tells this trial from all others of its run.
  var key: JobKey { JobKey(scenario: scenario.id, part: pass.rawValue, round: round) }
}

extension SampleRow: JobRow {
  /// The trial that it is a sample of.
  package var job: JobKey {
    JobKey(scenario: dimensions.scenario, part: pass, round: round ?? 0)
  }
}
