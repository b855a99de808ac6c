import FlowHarness
import FlowResults
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
