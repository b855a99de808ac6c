import FlowHarness
import PlainText

/// A finding of a verification, with the first case that shows it.
struct VerifyFinding: Codable, Equatable, Sendable {
  let kind: VerifyFault
  let scenario: String
  /// The number of the seed, from 1.
  let seed: Int
  /// The first action that shows the finding, from 1; `nil` if it is unknown.
  let action: Int?
  let expected: String
  let found: String
  /// The number of occurrences.
  var count = 1
  /// The number of scenarios that show the finding.
  var scenarios = 1

  init(
    _ kind: VerifyFault, _ check: VerifyCase, action: Int? = nil, expected: String, found: String,
    count: Int = 1
  ) {
    self.kind = kind
    scenario = check.scenario.id
    seed = check.seed
    self.action = action
    self.expected = expected
    self.found = found
    self.count = count
  }

  var isError: Bool { kind.severity == .error }

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
  /// Adds a finding: the first of each kind stays, with the total count.
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
  private let check: VerifyCase
  /// The number of actions that tested each claim.
  var tried: [VerifyClaim: Int] = [:]
  /// The first finding of each kind.
  private(set) var findings: [VerifyFinding] = []

  init(_ check: VerifyCase) { self.check = check }

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
        kind, check, action: action, expected: expected, found: found, count: count))
  }

  /// Adds the findings of another check of the case.
  mutating func append(_ other: CaseOutcome) {
    for finding in other.findings { findings.merge(finding) }
    tried.merge(other.tried, uniquingKeysWith: +)
  }
}

/// The cases of one design that have ended, and their findings.
struct VerifyRecord: Sendable {
  let design: VerifyPlan.Design
  private var ended: [(check: VerifyCase, outcome: CaseOutcome)] = []
  private var process: [VerifyFinding] = []
  /// The kinds of cases that did not all run.
  var incomplete: Set<VerifyCase.Kind> = []

  init(_ design: VerifyPlan.Design) { self.design = design }

  mutating func add(_ check: VerifyCase, _ outcome: CaseOutcome) { ended.append((check, outcome)) }

  mutating func add(_ finding: VerifyFinding) { process.merge(finding) }

  /// The first finding of each kind.
  var findings: [VerifyFinding] {
    var all: [VerifyFinding] = []
    var seen: Set<String> = []
    for finding in ended.flatMap(\.outcome.findings) {
      all.merge(
        finding,
        isNewScenario: seen.insert("\(finding.kind.rawValue) \(finding.scenario)").inserted)
    }
    return process + all
  }

  var rows: [VerifyRow] {
    let findings = findings
    return VerifyClaim.allCases.map { claim in
      let tried = ended.filter { claim == .process || $0.outcome.tried[claim] != nil }
      let actions = tried.map { _, outcome in
        // An action can test several claims, and the process handles it once.
        claim == .process ? outcome.tried.values.max() : outcome.tried[claim]
      }
      return VerifyRow(
        design: design.id, claim: claim,
        verdict: verdict(
          claim, findings.filter { $0.kind.claim == claim }, isTried: !tried.isEmpty),
        actions: actions.reduce(0) { $0 + ($1 ?? 0) },
        scenarios: Set(tried.map(\.check.scenario)).count, seeds: Set(tried.map(\.check.seed)).count
      )
    }
  }

  private func verdict(
    _ claim: VerifyClaim, _ findings: [VerifyFinding], isTried: Bool
  ) -> VerifyRow.Verdict {
    if findings.contains(where: \.isError) { return .error }
    guard design.claims.contains(claim) || isTried else { return .notClaimed }
    guard isTried, incomplete.isDisjoint(with: claim.kinds) else { return .notTried }
    return findings.isEmpty ? .held : .note
  }
}

/// The verdict about one claim of one design.
struct VerifyRow: Equatable, Sendable {
  enum Verdict: String, Sendable {
    case held
    /// The claim holds, with a note.
    case note
    case error
    case notClaimed = "not claimed"
    /// The claim was not selected, or the process ended before.
    case notTried = "not tried"
  }

  let design: String
  let claim: VerifyClaim
  let verdict: Verdict
  /// The number of actions of all cases that tested the claim.
  let actions: Int
  let scenarios: Int
  let seeds: Int
}
