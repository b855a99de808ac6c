import FlowHarness
import PlainText

/// A finding of a verification, with the first case that shows it.
struct VerifyFinding: Codable, Equatable, Sendable {
  enum Severity: String, Codable, Sendable {
    /// The store does more work than necessary, or does not offer something.
    case note
    /// A claim does not hold.
    case error
  }

  let kind: VerifyFault
  /// The first scenario that shows it.
  let scenario: String
  /// The seed that it was shown with, from 1.
  let seed: Int
  /// The first action that shows it, from 1; `nil` if it is unknown.
  let action: Int?
  let expected: String
  let found: String
  /// The number of occurrences.
  var count = 1
  /// The number of scenarios that show it.
  var scenarios = 1

  var severity: Severity { kind.severity }

  /// The finding in one line, without the design.
  var text: String {
    var text = (action.map { "action \($0) of " } ?? "")
    text += "\(scenario), seed \(seed): expected \(expected), found \(found)"
    if count > 1 { text += "; \(CountText.grouped(count)) times" }
    if scenarios > 1 { text += " in \(scenarios) scenarios" }
    return text
  }
}

extension [VerifyFinding] {
  /// Adds a finding: of each kind the first stays, with the number of all.
  mutating func merge(_ finding: VerifyFinding, isNewScenario: Bool = false) {
    guard let index = firstIndex(where: { $0.kind == finding.kind }) else {
      return append(finding)
    }
    self[index].count += finding.count
    if isNewScenario { self[index].scenarios += 1 }
  }
}

/// The findings of one case, and the claims that it tested.
struct CaseOutcome: Codable, Equatable, Sendable {
  struct Tried: Codable, Equatable, Sendable {
    let claim: VerifyClaim
    /// The number of actions that tested the claim.
    let actions: Int
  }

  private let scenario: String
  private let seed: Int
  var tried: [Tried] = []
  /// Of each kind the first.
  private(set) var findings: [VerifyFinding] = []

  init(_ check: VerifyCase) {
    scenario = check.scenario.id
    seed = check.seed
  }

  /// Adds a finding.
  ///
  /// - Parameters:
  ///   - action: The first action that shows it, from 1.
  ///   - count: The number of occurrences.
  mutating func add(
    _ kind: VerifyFault, _ action: Int?, _ expected: String, _ found: String, count: Int = 1
  ) {
    findings.merge(
      VerifyFinding(
        kind: kind, scenario: scenario, seed: seed, action: action, expected: expected,
        found: found, count: count))
  }
}
