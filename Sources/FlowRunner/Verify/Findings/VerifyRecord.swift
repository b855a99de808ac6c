import FlowHarness

/// What was found of one design so far.
struct VerifyRecord: Sendable {
  /// One case that has ended.
  private struct Ended {
    let check: VerifyCase
    let outcome: CaseOutcome
  }

  let design: VerifyPlan.Design
  private var ended: [Ended] = []
  private var process = VerifyFindings()
  /// Kinds of cases that were not all run.
  private(set) var cutShort: Set<VerifyCase.Kind> = []

  init(_ design: VerifyPlan.Design) { self.design = design }

  /// Takes over what a case has found.
  mutating func add(_ check: VerifyCase, _ outcome: CaseOutcome) {
    ended.append(Ended(check: check, outcome: outcome))
  }

  /// Takes over what became of a process.
  mutating func add(_ finding: VerifyFinding) { process.add(finding) }

  /// Notes that cases of a kind were not all run.
  mutating func cutShort(_ kind: VerifyCase.Kind) { cutShort.insert(kind) }

  /// All findings, of each kind the first.
  var findings: [VerifyFinding] {
    var all = VerifyFindings()
    var seen: Set<String> = []
    for ended in ended {
      all.merge(ended.outcome.findings) { kind in
        !seen.contains("\(kind.rawValue) \(ended.check.scenario.id)")
      }
      for finding in ended.outcome.findings {
        seen.insert("\(finding.kind.rawValue) \(ended.check.scenario.id)")
      }
    }
    return process.all + all.all
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
    // One action tries several claims; a process has done it once.
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

extension VerifyClaim {
  /// The cases that hold a store to it.
  var kinds: Set<VerifyCase.Kind> {
    switch self {
    case .state, .settled, .notifications: [.steps]
    case .order: [.workers]
    case .effects: [.steps, .effects]
    case .cancellation: [.effects]
    case .process: Set(VerifyCase.Kind.allCases)
    }
  }
}
