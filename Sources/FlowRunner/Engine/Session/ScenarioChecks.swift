import FlowHarness

/// Checks of the work of scenarios, before their first jobs.
@MainActor
protocol ScenarioChecks: AnyObject {
  /// Returns the verdict about a scenario, from its first check in this session.
  ///
  /// - Parameters:
  ///   - process: A process of the program, with the limit of the job.
  ///   - slot: A number that no other check has at the same time.
  func verdict(
    of scenario: Scenario, _ process: ChildProcess, slot: Int, _ interrupt: InterruptWatch
  ) async throws -> WorkVerdict

  /// Keeps the verdicts for other sessions of the same program.
  func save() throws
}

/// The result of a check of the work of a scenario.
enum WorkVerdict: Equatable, Sendable {
  /// The work is the fold's.
  case equal(warnings: [String])
  case failed(reason: String)
  case hung(seconds: Double)
  case interrupted
}
