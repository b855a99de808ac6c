import FlowHarness

/// The cases of one design that have ended, and their findings.
struct VerifyRecord: Sendable {
  /// One case that has ended.
  private struct Ended {
    let check: VerifyCase
    let outcome: CaseOutcome
  }

  let design: VerifyPlan.Design
  private var ended: [Ended] = []
  /// The findings about processes as a whole.
  private var process: [VerifyFinding] = []
  /// The kinds of cases that were not all run.
  private(set) var cutShort: Set<VerifyCase.Kind> = []

  init(_ design: VerifyPlan.Design) { self.design = design }

  mutating func add(_ check: VerifyCase, _ outcome: CaseOutcome) {
    ended.append(Ended(check: check, outcome: outcome))
  }

  /// Adds a finding about a process.
  mutating func add(_ finding: VerifyFinding) { process.merge(finding) }

  /// Records that cases of a kind were not all run.
  mutating func cutShort(_ kind: VerifyCase.Kind) { cutShort.insert(kind) }

  /// All findings, of each kind the first.
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

  /// A row for each claim.
  var rows: [VerifyRow] {
    let findings = findings
    return VerifyClaim.allCases.map { claim in
      row(claim, findings.filter { $0.kind.claim == claim })
    }
  }

  private func row(_ claim: VerifyClaim, _ findings: [VerifyFinding]) -> VerifyRow {
    let tried = ended.filter { ended in
      claim == .process || ended.outcome.tried.contains { $0.claim == claim }
    }
    let actions = tried.reduce(0) { $0 + Self.actions($1.outcome, claim) }
    return VerifyRow(
      design: design.id, claim: claim,
      verdict: verdict(claim, findings, isTried: !tried.isEmpty), actions: actions,
      scenarios: Set(tried.map(\.check.scenario)).count, seeds: Set(tried.map(\.check.seed)).count)
  }

  private static func actions(_ outcome: CaseOutcome, _ claim: VerifyClaim) -> Int {
    // One action tests several claims; a process has done it once.
    guard claim == .process else {
      return outcome.tried.filter { $0.claim == claim }.reduce(0) { $0 + $1.actions }
    }
    let actions = Dictionary(grouping: outcome.tried, by: \.claim).values.map { tried in
      tried.reduce(0) { $0 + $1.actions }
    }
    return actions.max() ?? 0
  }

  private func verdict(
    _ claim: VerifyClaim, _ findings: [VerifyFinding], isTried: Bool
  ) -> VerifyRow.Verdict {
    if findings.contains(where: { $0.severity == .error }) { return .error }
    guard design.claims.contains(claim) || isTried else { return .notClaimed }
    guard isTried, cutShort.isDisjoint(with: claim.kinds) else { return .notTried }
    return findings.isEmpty ? .held : .note
  }
}

/// The verdict about one claim of one design.
struct VerifyRow: Equatable, Sendable {
  enum Verdict: String, Sendable {
    /// It holds.
    case held
    /// It holds, with a note.
    case note
    /// It does not hold.
    case error
    /// The design does not claim it.
    case notClaimed = "not claimed"
    /// It was not selected, or the process ended before.
    case notTried = "not tried"
  }

  let design: String
  let claim: VerifyClaim
  let verdict: Verdict
  /// The number of actions of all cases that tested it.
  let actions: Int
  let scenarios: Int
  let seeds: Int

  /// The verdict as tables have it.
  var verdictText: String { verdict == .error ? "ERROR" : verdict.rawValue }
}
