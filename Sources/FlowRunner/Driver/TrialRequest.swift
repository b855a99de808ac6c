import FlowHarness
import FlowResults

/// How long and how often a trial measures.
package struct TrialSettings: Codable, Equatable, Sendable {
  /// Actions sent and checked before anything is measured; the same for every design.
  package var proofActions: Int
  /// Time spent sending before the first sample.
  package var warmUpNs: UInt64
  /// Time that one sample should take, unless `fastActions` asks for more.
  package var sampleNs: UInt64
  /// Samples for each process.
  package var samples: Int
  /// The least actions in a sample of a store that needs less than 100 ns for one.
  package var fastActions: Int
  /// The most actions in one sample.
  package var maximumActions: Int
  /// Actions in each sample whatever they take, when a person asked for a number.
  package var sampleActions: Int?
  /// Actions in a counting window; a tenth or a hundredth of it where they take too long.
  package var countedActions: Int
  /// Whether a counting window has all `countedActions`, whatever they take; unknown to older plans.
  package var isCountFixed: Bool?
  /// Seconds after which a trial is stopped and its row voided.
  package var limitSeconds: Double
}

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
