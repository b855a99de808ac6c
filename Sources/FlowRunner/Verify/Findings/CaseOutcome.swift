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
