import FlowHarness

/// What the cases of one scenario and seed have found so far.
struct StepFindings {
  private let check: VerifyCase
  private var findings = VerifyFindings()

  init(_ check: VerifyCase) { self.check = check }

  /// All of them, of each kind the first.
  var all: [VerifyFinding] { findings.all }

  /// Adds a finding.
  ///
  /// - Parameters:
  ///   - action: The first that shows it, from 1.
  ///   - count: How often it was seen.
  mutating func add(
    _ kind: VerifyFault, _ action: Int?, _ expected: String, _ found: String, count: Int = 1
  ) {
    findings.add(
      VerifyFinding(
        kind: kind, scenario: check.scenario.id, seed: check.seed, action: action,
        expected: expected, found: found, count: count))
  }
}
