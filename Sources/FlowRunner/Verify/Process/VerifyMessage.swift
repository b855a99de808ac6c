/// What the child says, a line each.
enum VerifyMessage: Codable, Sendable {
  /// A case has begun.
  case began(Int)
  /// It is over.
  case ended(Int, CaseOutcome)
  /// All are over.
  case finished(PrintedText)
}
