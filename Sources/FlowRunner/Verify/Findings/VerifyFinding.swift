import FlowResults

/// Something that a verification has found, with the first case that shows it.
struct VerifyFinding: Codable, Equatable, Sendable {
  /// How bad it is.
  enum Severity: String, Codable, Sendable {
    /// It costs something, or is not done, by design or by oversight.
    case note
    /// A claim does not hold.
    case error
  }

  let kind: VerifyFault
  /// The first scenario that shows it.
  let scenario: String
  /// The seed that it was shown with, from 1.
  let seed: Int
  /// The first action that shows it, from 1; `nil` where that is not known.
  let action: Int?
  /// What should have been.
  let expected: String
  /// What was.
  let found: String
  /// How often it was seen.
  var count = 1
  /// In how many scenarios.
  var scenarios = 1

  var severity: Severity { kind.severity }

  /// Where it was seen first: `action 3 of counter/single/1/uniform/mine, seed 1`.
  var place: String {
    (action.map { "action \($0) of " } ?? "") + "\(scenario), seed \(seed)"
  }

  /// The same in one line, without the design.
  var text: String {
    var text = "\(place): expected \(expected), found \(found)"
    if count > 1 { text += "; \(TextTable.grouped(count)) times" }
    if scenarios > 1 { text += " in \(scenarios) scenarios" }
    return text
  }
}
