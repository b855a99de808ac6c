import FlowHarness

/// Checks of the work of scenarios, before their first jobs.
@MainActor
protocol ScenarioChecks: AnyObject {
  /// Returns the verdict about a scenario, from its first check in this session.
  ///
  /// - Parameter process: A process of the program, with the limit of the job.
  func verdict(
    of scenario: Scenario, _ process: ChildProcess, _ interrupt: InterruptWatch
  ) async throws -> WorkVerdict
}

/// The result of a check of the work of a scenario.
enum WorkVerdict: Equatable, Sendable {
  /// The work is the fold's.
  case equal(warnings: [String])
  case failed(reason: String)
  case hung(seconds: Double)
  case interrupted
}
