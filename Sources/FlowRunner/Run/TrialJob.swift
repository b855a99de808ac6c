import FlowHarness
package import FlowResults
import Measurement
import Platform
import Subprocess

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
  var isTimed: Bool { trial.pass == .timing }

  func request(workDirectory: String, slot: Int) -> TrialRequest {
    TrialRequest(
      scenario: trial.scenario, pass: trial.pass, round: trial.round,
      seed: plan.seed(for: trial.scenario), settings: plan.settings,
      workDirectory: workDirectory, fault: plan.fault?.kind(for: trial.scenario), slot: slot)
  }

  func adjust(_ child: inout ChildProcess, for request: TrialRequest) {
    child.prepare(for: request, tools.counterLibrary, tools.instructions)
  }

  func finish(_ ending: Ending, _ use: MachineUse?, into folder: ResultsFolder) throws {
    var ending = ending
    if case .finished(var outcome) = ending, outcome.isValid {
      let shortage =
        isTimed ? CoreShortage.warning(scenario.affinity, cores: Machine.cpuCount) : nil
      let warnings = [verified?.warning(about: scenario), shortage].compactMap { $0 }
      for warning in warnings + (use?.warnings ?? []) { outcome.warn(warning) }
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
    row.disturbance = disturbance
    switch ending {
    case .interrupted: return []
    case .failed, .hung, .prevented:
      row.isValid = false
      row.invalidReason = ending.failure ?? ""
      return [row]
    case .finished(let outcome):
      row.digest = outcome.digest.hexadecimal
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

/// Runs trials outside of a session, each in a fresh process of the same executable.
package struct TrialProcess: Sendable {
  /// The program that is run.
  let executable: String
  let mainThreadDesigns: Set<String>
  var counterLibrary: CounterLibrary?
  /// The tool that starts trials of the instructions pass.
  var instructions: PreparedInstructionTool?

  package init(
    executable: String, mainThreadDesigns: Set<String>, counterLibrary: CounterLibrary? = nil,
    instructions: PreparedInstructionTool? = nil
  ) {
    self.executable = executable
    self.mainThreadDesigns = mainThreadDesigns
    self.counterLibrary = counterLibrary
    self.instructions = instructions
  }

  /// Runs a trial within the limit of its settings.
  func run(_ request: TrialRequest) async -> ChildProcess.Ending<TrialOutcome> {
    var process = ChildProcess(
      executable: executable, keepsMainThread: mainThreadDesigns.contains(request.scenario.design))
    process.prepare(for: request, counterLibrary, instructions)
    return await process.run(TrialTask.self, request) { _ in }
  }
}

extension ChildProcess {
  /// Prepares the process of a trial: its limit, and the counter of its pass.
  mutating func prepare(
    for request: TrialRequest, _ counterLibrary: CounterLibrary?,
    _ instructions: PreparedInstructionTool?
  ) {
    limitSeconds = request.settings.limitSeconds
    switch request.pass {
    case .timing: break
    case .counting: environment.merge(counterLibrary?.environment ?? [:]) { $1 }
    case .instructions:
      guard let instructions else { break }
      launcher = instructions.tool.launch(instructions.program, directory: request.workDirectory)
    }
  }
}

enum TrialTask: ChildTask {
  static let name = "trial"

  static func perform(
    _ request: TrialRequest, catalogue: Catalogue, step: @escaping @Sendable (Never) -> Void
  ) async throws -> TrialOutcome {
    // First, so that every thread is pinned.
    let isPinned =
      request.scenario.affinity == .pinned
      ? CoreAffinity.current?.pinToLast(slot: request.slot ?? 0) != nil : nil
    var outcome: TrialOutcome
    do { outcome = try await Self.outcome(of: request, catalogue) } catch {
      if case .unsupported = error { throw MissingDesignError(request.scenario) }
      throw error
    }
    outcome.isPinned = isPinned
    if isPinned == false, outcome.isValid { outcome.warn("not pinned: the system refused") }
    return outcome
  }

  @MainActor
  private static func outcome(
    of request: TrialRequest, _ catalogue: Catalogue
  ) async throws(PlanError) -> TrialOutcome {
    CurrentThread.requestPerformanceCores()
    switch request.pass {
    case .counting: return try await CountingTrial(request: request, catalogue: catalogue).run()
    case .timing, .instructions:
      var driver = TrialDriver(request, try catalogue.parts(of: TrialContext(request)))
      return await request.pass == .timing ? driver.time() : driver.countInstructions()
    }
  }
}
