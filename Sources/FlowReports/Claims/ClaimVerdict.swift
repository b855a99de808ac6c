/// What a claim comes to.
package enum ClaimVerdict: String, CaseIterable, Sendable {
  /// It is so for every design that was asked about.
  case holds
  /// It is so for none of them.
  case doesNotHold = "does not hold"
  /// It is so for some of them, or under some conditions.
  case depends
  /// The run has not what decides it.
  case notMeasured = "not measured"
  /// It was decided by rows that may mislead.
  case doubtful = "depends on a doubtful run"

  /// What the verdicts on several designs come to together: theirs where they agree, else that it
  /// depends.
  static func together(_ verdicts: [ClaimVerdict]) -> ClaimVerdict {
    guard let first = verdicts.first else { return .notMeasured }
    return verdicts.allSatisfy { $0 == first } ? first : .depends
  }
}
