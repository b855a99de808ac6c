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

/// What a trial found.
struct TrialOutcome: Codable, Equatable {
  var samples: [SampleMeasures] = []
  /// The state's digest after the verification actions.
  var digest: UInt64
  var isValid = true
  /// Whether all threads ran on one core; `nil` when nobody asked for that.
  var isPinned: Bool?
  /// Why it is not valid, or what could not be measured.
  var reason: String?

  /// Adds a warning; the trial stays valid.
  mutating func warn(_ text: String) {
    reason = reason.map { $0.contains(text) ? $0 : "\($0); \(text)" } ?? text
  }

  /// Takes away everybody's trust.
  mutating func void(_ text: String) {
    isValid = false
    reason = text
  }

  /// Adds what another window of the same trial found.
  mutating func append(_ window: TrialOutcome) {
    samples += window.samples
    if !window.isValid {
      void(window.reason ?? "a window is not valid")
    } else if window.digest != digest {
      void("wrong digest: two windows of one trial end in different states")
    } else if isValid, let warning = window.reason {
      self.warn(warning)
    }
  }
}
