import FlowHarness
import FlowResults
import Measurement
import Subprocess

/// Runs one trial in a fresh process of the same executable, so that heap and caches are fresh.
package struct TrialProcess: Sendable {
  /// The program that is run.
  let executable: String
  /// The designs whose trials keep the main thread.
  let mainThreadDesigns: Set<String>
  /// What counting trials preload.
  var counterLibrary: CounterLibrary?
  /// What trials of the instructions pass are started with.
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

  /// How a trial ended.
  typealias Ending = ChildProcess.Ending<TrialOutcome>

  /// Runs a trial and waits for it, at most as long as its settings allow.
  func run(_ request: TrialRequest) async -> Ending {
    await child(for: request).run(TrialTask.self, request) { _ in }
  }

  /// What a trial is started as.
  func child(for request: TrialRequest) -> ChildProcess {
    var process = ChildProcess(
      executable: executable, keepsMainThread: mainThreadDesigns.contains(request.scenario.design),
      limitSeconds: request.settings.limitSeconds)
    switch request.pass {
    case .timing: break
    case .counting: process.environment.merge(counterLibrary?.environment ?? [:]) { $1 }
    case .instructions:
      guard let launch = instructions?.launch(directory: request.workDirectory) else { break }
      process.launcher = ChildProcess.Launcher(
        executable: launch.executable, prefix: launch.prefix)
      for (name, value) in launch.environment {
        process.environment[Environment.Key(stringLiteral: name)] = value
      }
    }
    return process
  }
}

/// One trial of a run.
enum TrialTask: ChildTask {
  static let name = "trial"

  static func perform(
    _ request: TrialRequest, catalogue: Catalogue, step: @escaping @Sendable (Never) -> Void
  ) async throws -> TrialOutcome {
    // Before anything is made, so that every thread to come is pinned too.
    let isPinned = request.scenario.affinity == .pinned ? pin() : nil
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

  private static func pin() -> Bool { CoreAffinity.current?.pinToLast() != nil }

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
