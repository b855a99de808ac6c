import FlowHarness
import FlowResults
import Workloads

/// Verifies stores in this process.
@MainActor
struct Verifier {
  let catalogue: Catalogue
  var settings = VerifySettings()
  /// Where it is noted how far it is, for whoever finds the process dead.
  var progress: VerifyProgress?
  /// Where features that keep files may write.
  var workDirectory = ""

  /// Runs one case.
  ///
  /// - Throws: `PlanError.unsupported` for a scenario that the catalogue does not have, and what
  ///   making a load throws.
  func run(_ check: VerifyCase) async throws -> CaseOutcome {
    switch check.kind {
    case .steps: return try await step(check)
    case .workers:
      guard let design = catalogue.shared[check.scenario.design] else {
        throw PlanError.unsupported(check.scenario.id)
      }
      return await WorkersCheck.run(check, design, settings)
    case .effects:
      return try await EffectsCheck(check: check, catalogue: catalogue, settings: settings).run()
    }
  }

  /// One action at a time; and if all is well, in batches.
  private func step(_ check: VerifyCase) async throws -> CaseOutcome {
    guard let notification = catalogue.notification(of: check.scenario) else {
      throw PlanError.unsupported(check.scenario.id)
    }
    var stepped = StepCheck(check, try parts(check), notification, settings, progress)
    var outcome = await stepped.run()
    guard !outcome.findings.contains(where: { $0.severity == .error }) else { return outcome }
    let batch = await BatchCheck.run(check, try parts(check), settings, progress)
    outcome.tried += batch.tried
    outcome.findings += batch.findings
    return outcome
  }

  private func parts(_ check: VerifyCase) throws(PlanError) -> TrialParts {
    try catalogue.parts(
      of: TrialContext(
        scenario: check.scenario, seed: check.randomSeed, workDirectory: workDirectory,
        countsSuspensions: true))
  }
}
