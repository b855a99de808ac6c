import FlowHarness
import FlowResults

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
    case .cold: limitSeconds += request.settings.cold?.seconds ?? 0
    case .counting:
      environment.merge(counterLibrary?.environment ?? [:]) { $1 }
      files += [counterLibrary?.path].compactMap(\.self)
    case .instructions:
      guard let instructions else { break }
      launcher = instructions.tool.launch(instructions.program, directory: request.workDirectory)
    }
  }
}
