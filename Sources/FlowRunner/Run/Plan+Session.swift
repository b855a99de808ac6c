package import FlowHarness
package import FlowResults
import Workloads

extension Plan: SessionPlan {
  package var command: String { "run" }
  package var home: ResultsHome { .runs }
  package var suiteName: String { suite.rawValue }
  package var files: [any JobRow.Type] { [SampleRow.self] }
  package var derivedFiles: [String] { [SummaryRow.fileName] }

  /// Counts depend on the plan and the build only.
  package func repeatableRunID(of run: RunRow) throws -> String? {
    guard !passes.contains(.timing) else { return nil }
    let build = [try json(), run.commit, run.toolVersion, run.swiftVersion, run.buildMode]
    return RunRow.countedPrefix
      + AnyPlanFile.hexadecimal(splitSeed(seed, build.joined(separator: "\n")))
  }

  package var jobs: [PlannedJob] {
    let isRepeatable = !passes.contains(.timing)
    return trials.map { trial in
      PlannedJob(
        key: trial.key, block: isRepeatable ? trial.scenario.floor.id : trial.scenario.stream,
        seconds: seconds(of: trial.pass))
    }
  }

  // They need valgrind or the counting library.
  package var optionalParts: Set<String> { [Pass.counting.rawValue, Pass.instructions.rawValue] }

  /// Returns the estimated seconds of a trial, the same for all stores: means of the default suite.
  private func seconds(of pass: Pass) -> Double {
    switch pass {
    case .timing:
      0.1 + Double(settings.warmUpNs + UInt64(settings.samples) * settings.sampleNs) / 1e9
    case .counting: 0.2
    case .instructions: 2
    }
  }

  package func tools(for executable: String) async throws(PlanError) -> PassCheck {
    try await PassCheck(passes, executable: executable)
  }

  package func drive(_ runner: inout JobRunner, with tools: PassCheck) async throws {
    let verified = VerifiedDesigns(of: runner.executable)
    try await runner.run(
      trials.filter { tools.skipped[$0.pass] == nil }.map { trial in
        TrialJob(trial: trial, plan: self, tools: tools, verified: verified)
      })
  }

  package func report(
    on folder: ResultsFolder, _ end: SessionEnd, catalogue: Catalogue
  ) throws -> RunReport {
    let index = try folder.index(of: SampleRow.self)
    let report = try RunReport(plan: self, end: end) { scenarios in
      try index.rows { scenarios.contains($0.scenario) && folder.finished.contains($0) }
    }
    try folder.replace(by: report.summary)
    return report
  }
}
