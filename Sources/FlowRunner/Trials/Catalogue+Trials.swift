import FlowHarness
import FlowResults

extension Catalogue {
  /// Returns the store of a trial, and its expected results.
  func parts(of context: TrialContext) throws(PlanError) -> TrialParts {
    guard let parts = trialParts(of: context) else { throw .unsupported(context.scenario.id) }
    return parts
  }
}
