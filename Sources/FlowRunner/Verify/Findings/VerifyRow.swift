/// What became of one claim of one design.
struct VerifyRow: Codable, Equatable, Sendable {
  /// Whether it holds.
  enum Verdict: String, Codable, Sendable {
    /// Nothing speaks against it.
    case held
    /// It holds, and there is something to know.
    case note
    /// It does not hold.
    case error
    /// The design cannot do that, and does not say so.
    case notClaimed = "not claimed"
    /// It was not asked for, or the process ended before.
    case notTried = "not tried"
  }

  let design: String
  let claim: VerifyClaim
  let verdict: Verdict
  /// Actions of all cases that tried it.
  let actions: Int
  let scenarios: Int
  let seeds: Int

  /// The verdict as tables have it.
  var verdictText: String { verdict == .error ? "ERROR" : verdict.rawValue }
}
