package import FlowHarness
package import FlowResults

extension Plan: SessionPlan {
  package var command: String { "run" }
  package var home: ResultsHome { .runs }
  package var suiteName: String { suite.rawValue }
  // With other settings a job of the same name takes another time.
  package var costName: String? { settings == suite.settings.trial ? suiteName : nil }
  package var files: [any JobRow.Type] { [SampleRow.self] }

  package func tools(for executable: String) async throws(PlanError) -> PassCheck {
    try await PassCheck(passes, executable: executable)
  }

  package func drive(_ runner: inout JobRunner, with tools: PassCheck) async throws {
    let process = TrialProcess(
      executable: runner.executable, mainThreadDesigns: runner.mainThreadDesigns,
      counterLibrary: tools.counterLibrary, instructions: tools.instructions)
    let verified = VerifiedDesigns(of: runner.executable)
    try await runner.run(
      trials.filter { tools.skipped[$0.pass] == nil }.map { trial in
        TrialJob(trial: trial, plan: self, process: process, verified: verified)
      })
  }

  package func report(
    on folder: ResultsFolder, _ end: SessionEnd, catalogue: Catalogue
  ) throws -> RunReport {
    let report = RunReport(plan: self, rows: try folder.rows(), end: end)
    try folder.replace(by: report.summary)
    return report
  }
}
