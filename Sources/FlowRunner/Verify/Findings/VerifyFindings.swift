/// Findings, of each kind the first, with the number of all.
struct VerifyFindings {
  private(set) var all: [VerifyFinding] = []

  /// Adds a finding to those of its kind.
  mutating func add(_ finding: VerifyFinding) {
    guard let index = all.firstIndex(where: { $0.kind == finding.kind }) else {
      return all.append(finding)
    }
    all[index].count += finding.count
  }

  /// Adds what the cases of another scenario have found.
  mutating func merge(_ findings: [VerifyFinding], isNewScenario: (VerifyFault) -> Bool) {
    for finding in findings {
      guard let index = all.firstIndex(where: { $0.kind == finding.kind }) else {
        all.append(finding)
        continue
      }
      all[index].count += finding.count
      if isNewScenario(finding.kind) { all[index].scenarios += 1 }
    }
  }
}

/// What one case has found.
struct CaseOutcome: Codable, Equatable, Sendable {
  /// How many actions a claim was tried with.
  struct Tried: Codable, Equatable, Sendable {
    let claim: VerifyClaim
    let actions: Int
  }

  var tried: [Tried] = []
  var findings: [VerifyFinding] = []
}
