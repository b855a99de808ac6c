import FlowHarness
import FlowResults

/// Runs the trials of a plan one after the other, each in a fresh process, and writes the rows of
/// each before the next one starts.
@MainActor
struct TrialExecutor {
  let plan: Plan
  /// The passes that cannot be measured here.
  let skipped: Set<Pass>
  let directory: RunDirectory
  let process: TrialProcess
  let interrupt: InterruptWatch
  /// What is known of the designs, if anything is.
  let verified: VerifiedDesigns?

  /// Runs every trial that is not on disk yet.
  ///
  /// - Returns: Whether it was told to stop before the end.
  mutating func runAll() async throws -> Bool {
    let trials = plan.trials.filter { !skipped.contains($0.pass) }
    let finished = directory.finished
    var done = trials.count(where: { finished.contains($0.key) })
    var progress = ProgressReporter(total: trials.count, done: done)
    defer { progress.finish() }
    for trial in trials where !finished.contains(trial.key) {
      progress.report(trial.scenario.id, done: done)
      let scratch = try ScratchDirectory()
      defer { scratch.remove() }
      let request = TrialRequest(
        scenario: trial.scenario, pass: trial.pass, round: trial.round,
        seed: plan.seed(for: trial.scenario), settings: plan.settings,
        workDirectory: scratch.path, fault: plan.fault?.kind(for: trial.scenario))
      let process = process
      let running = Task.detached { await process.run(request) }
      interrupt.onInterrupt { running.cancel() }
      var ending = await running.value
      if interrupt.isInterrupted || ending == .interrupted { return true }
      if case .finished(var outcome) = ending, outcome.isValid,
        let doubt = verified?.doubt(about: trial.scenario)
      {
        outcome.doubt(doubt)
        ending = .finished(outcome)
      }
      try directory.append(trial, ending)
      done += 1
    }
    return false
  }
}
