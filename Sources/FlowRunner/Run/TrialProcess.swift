import FlowHarness
import FlowResults
import Platform
import Subprocess

/// Runs one trial in a fresh process of the same executable, so that heap and caches are fresh.
package struct TrialProcess: Sendable {
  /// The program that is run.
  let executable: String
  /// The designs whose trials keep the main thread.
  let mainThreadDesigns: Set<String>
  /// The library that is preloaded into counting trials.
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

  /// Runs a trial and waits for it, at most as long as its settings allow.
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

/// One trial of a run.
enum TrialTask: ChildTask {
  static let name = "trial"

  static func perform(
    _ request: TrialRequest, catalogue: Catalogue, step: @escaping @Sendable (Never) -> Void
  ) async throws -> TrialOutcome {
    // Before anything is made, so that every thread to come is pinned too.
    let isPinned =
      request.scenario.affinity == .pinned ? CoreAffinity.current?.pinToLast() != nil : nil
    var outcome: TrialOutcome
    do throws(PlanError) {
      outcome = try await Self.outcome(of: request, catalogue)
    } catch {
      guard case .unsupported = error else { throw error }
      throw CatalogueGap(request.scenario)
    }
    outcome.isPinned = isPinned
    if isPinned == false, outcome.isValid { outcome.warn("not pinned: the system refused") }
    return outcome
  }

  @MainActor
  private static func outcome(
    of request: TrialRequest, _ catalogue: Catalogue
  ) async throws(PlanError) -> TrialOutcome {
    switch request.pass {
    case .counting: return try await CountingTrial(request: request, catalogue: catalogue).run()
    case .timing, .instructions:
      let parts = try catalogue.parts(of: TrialContext(request))
      var driver = TrialDriver(
        request, subject: parts.subject, expectedDigests: parts.expectedDigests,
        expectedViews: parts.expectedViews)
      return await request.pass == .timing ? driver.time() : driver.countInstructions()
    }
  }
}
