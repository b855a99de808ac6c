import FlowHarness
import FlowResults

/// The request for one trial in a child process.
package struct TrialRequest: Codable, Equatable {
  var scenario: Scenario
  var pass: Pass
  var round: Int
  var seed: UInt64
  var settings: TrialSettings
  /// The directory for features that keep files.
  var workDirectory: String
  var fault: PlantedFault.Kind?
  /// The number of this process among those that run at the same time, each on another core.
  var slot: Int?
}

/// The duration and the number of measurements of a trial.
package struct TrialSettings: Codable, Equatable, Sendable {
  /// The number of actions that are checked before the measurement; the same for every design.
  package var verificationActions: Int
  /// The time of the warm-up.
  package var warmUpNs: UInt64
  /// The minimum time of a sample.
  package var sampleNs: UInt64
  /// The number of samples of each process.
  package var samples: Int
  /// The minimum number of actions in a sample.
  package var leastActions: Int
  /// The minimum number of actions in a sample of a store that needs less than 100 ns per action.
  package var fastActions: Int
  /// The maximum number of actions in a sample.
  package var maximumActions: Int
  /// The number of actions in each sample, if it was requested.
  package var sampleActions: Int?
  /// The number of actions in a counting window, whatever they take: counts per action depend on it.
  package var countedActions: Int
  /// The number of seconds after which a trial is stopped.
  package var limitSeconds: Double
  /// The single actions of the cold pass; `nil` without a pace.
  var cold: ColdSettings?

  /// Limits the numbers of actions that are sent whatever they take to the time of 50,000 actions of a counter.
  ///
  /// - Parameter weight: The number of a counter's actions that take as long as one of the workload.
  mutating func limit(toWeight weight: Int) {
    let most = 50_000 / weight
    verificationActions = min(verificationActions, max(10, most))
    countedActions = min(countedActions, max(10, most))
    leastActions = min(leastActions, max(1, most))
  }
}

extension TrialContext {
  /// Creates the context of a window, which has its own files.
  init(_ request: TrialRequest, window: Int = 0) {
    self.init(
      scenario: request.scenario, seed: request.seed,
      workDirectory: "\(request.workDirectory)/\(window)")
  }
}

struct TrialOutcome: Codable, Equatable {
  var samples: [SampleMeasures] = []
  /// The state's digest after the verification actions; `nil` if it differs between processes.
  var digest: UInt64?
  var isValid = true
  /// A Boolean value that indicates whether all threads ran on one core; `nil` if the trial is not
  /// pinned.
  var isPinned: Bool?
  /// The reason why it is not valid, or its warnings.
  var reason: String?

  /// Adds a warning; the trial stays valid.
  mutating func warn(_ text: String) {
    reason = reason.map { $0.contains(text) ? $0 : "\($0); \(text)" } ?? text
  }

  mutating func invalidate(_ text: String) {
    isValid = false
    reason = text
  }

  /// Takes the check of a list of actions, whose digests no other process can compare.
  mutating func take(_ work: ListedWork, isEqual: Bool) {
    digest = nil
    if let fault = work.fault(isEqual: isEqual) {
      invalidate(fault)
    } else if isValid, let warning = work.warning {
      warn(SummaryRow.workPrefix + warning)
    }
  }

  mutating func append(_ window: TrialOutcome) {
    samples += window.samples
    if !window.isValid {
      invalidate(window.reason ?? "a window is not valid")
    } else if window.digest != digest {
      invalidate("wrong digest: two windows of one trial end in different states")
    } else if isValid, let warning = window.reason {
      warn(warning)
    }
  }
}

/// A fault that is planted in trials of matching scenarios, for the harness's own tests.
struct PlantedFault: Codable, Equatable, Sendable {
  enum Kind: String, Codable, CaseIterable, Sendable {
    case crash
    /// The process never ends.
    case hang
    /// One action is lost.
    case wrong
    /// The process ends successfully during the measurement.
    case exit
  }

  let kind: Kind
  /// A regular expression over scenario ids.
  let pattern: String

  /// Reads `KIND:REGEX`.
  init(_ text: String, option: String = "--inject") throws(PlanError) {
    let parts = text.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, let kind = Kind(rawValue: String(parts[0])),
      (try? NameFilter(String(parts[1]))) != nil
    else {
      throw .invalid(
        option: option,
        rule: "must be crash, hang, wrong or exit, a colon and a regular expression",
        value: "'\(text)'")
    }
    self.kind = kind
    pattern = String(parts[1])
  }

  /// Returns the fault of a scenario; `nil` if it does not match.
  func kind(for scenario: Scenario) -> Kind? {
    guard let expression = try? Regex(pattern) else { return nil }
    return scenario.id.contains(expression) ? kind : nil
  }
}
