import FlowHarness
package import FlowResults
import Platform

/// One trial of a run, in a fresh process.
struct TrialJob: Job {
  typealias Work = TrialTask

  let trial: Plan.Trial
  let plan: Plan
  let tools: PassCheck
  /// The findings of the last `verify`.
  let verified: VerifiedDesigns?

  var key: JobKey { trial.key }
  var scenario: Scenario { trial.scenario }
  var isTimed: Bool { [.timing, .cold].contains(trial.pass) }

  func request(workDirectory: String, slot: Int) -> TrialRequest {
    TrialRequest(
      scenario: trial.scenario, pass: trial.pass, round: trial.round,
      seed: plan.seed(for: trial.scenario), settings: plan.settings,
      workDirectory: workDirectory, fault: plan.fault?.kind(for: trial.scenario), slot: slot)
  }

  func adjust(_ child: inout ChildProcess, for request: TrialRequest) {
    child.prepare(for: request, tools.counterLibrary, tools.instructions)
  }

  func finish(
    _ ending: Ending, _ use: MachineUse?, _ warnings: [String], into folder: ResultsFolder
  ) throws {
    var ending = ending
    if case .finished(var outcome) = ending, outcome.isValid {
      let shortage =
        isTimed ? CoreShortage.warning(scenario.affinity, cores: Machine.cpuCount) : nil
      let known = [verified?.warning(about: scenario), shortage].compactMap { $0 }
      for warning in warnings + known + (use?.warnings ?? []) { outcome.warn(warning) }
      ending = .finished(outcome)
    }
    let rows = SampleRow.rows(
      of: trial, ending, plan: plan, runID: folder.runID, use?.disturbance ?? Disturbance())
    folder.append(rows)
  }
}

extension Plan.Trial {
  var key: JobKey { JobKey(scenario: scenario.id, part: pass.rawValue, round: round) }
}

extension SampleRow: JobRow {
  package var job: JobKey {
    JobKey(scenario: dimensions.scenario, part: pass, round: round ?? 0)
  }
}

extension SampleRow {
  /// Returns the rows of a trial: one for each sample, or one with the reason why there is none.
  static func rows(
    of trial: Plan.Trial, _ ending: ChildProcess.Ending<TrialOutcome>, plan: Plan, runID: String,
    _ disturbance: Disturbance = Disturbance()
  ) -> [SampleRow] {
    var row = SampleRow()
    row.runID = runID
    row.dimensions = Dimensions(trial.scenario)
    row.pass = trial.pass.rawValue
    row.seed = String(plan.seed)
    row.round = trial.round
    if trial.pass == .cold { row.pace = plan.settings.cold.map { "\($0.pace)" } ?? "" }
    row.disturbance = disturbance
    switch ending {
    case .interrupted: return []
    case .failed, .hung, .prevented:
      row.isValid = false
      row.invalidReason = ending.failure ?? ""
      return [row]
    case .finished(let outcome):
      row.digest = outcome.digest?.hexadecimal ?? ""
      row.isValid = outcome.isValid
      if outcome.isValid {
        row.warning = outcome.reason ?? ""
      } else {
        row.invalidReason = outcome.reason ?? ""
      }
      if outcome.isPinned == false { row.dimensions.affinity = "" }
      guard !outcome.samples.isEmpty else { return [row] }
      return outcome.samples.enumerated().map { index, sample in
        var row = row
        row.iteration = index
        row.measures = sample
        return row
      }
    }
  }
}
