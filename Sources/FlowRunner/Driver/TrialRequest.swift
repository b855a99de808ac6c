import FlowHarness
import FlowResults

/// One trial as the child process is asked for it.
package struct TrialRequest: Codable, Equatable {
  var scenario: Scenario
  var pass: Pass
  var round: Int
  var seed: UInt64
  var settings: TrialSettings
  /// Where features that keep files may write.
  var workDirectory: String
  /// What is made to go wrong, in the harness's own tests.
  var fault: PlantedFault.Kind?
}

extension TrialContext {
  /// What a trial asks for; each of its windows has files of its own.
  init(_ request: TrialRequest, window: Int = 0) {
    self.init(
      scenario: request.scenario, seed: request.seed,
      workDirectory: "\(request.workDirectory)/\(window)")
  }
}

extension Catalogue {
  /// What a trial drives, and what it must end in.
  ///
  /// - Throws: `PlanError` for a scenario that the catalogue does not have.
  func parts(of context: TrialContext) throws(PlanError) -> TrialParts {
    guard let parts = heldParts(of: context) else { throw .unsupported(context.scenario.id) }
    return parts
  }
}
