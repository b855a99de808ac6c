import FlowResults
import Measurement

/// Claim 4: effects as values.
enum EffectValuesClaim: ClaimRule {
  static let number = 4
  static let claim = "Effects as values keep reducers pure."
  static let source = "an article on effects in reducers"
  static let rule =
    "Holds for a design whose reducer returns its effects when the same actions end in the same state "
    + "as in a plain loop, and an effect allocates nothing; depends when it allocates; does not "
    + "hold when the state differs."
  static let filter = "^echo/single/1/uniform/[^/]+$"
  static let figure = "allocations"

  /// The designs whose reducers return effects.
  private static let returning = ["command", "effect", "flow", "publisher", "task"]

  static func judge(_ evidence: ClaimEvidence) -> ClaimFinding {
    var finding = ClaimFinding()
    for design in evidence.designs(returning) {
      let echo = ClaimScenario("echo", design)
      guard
        let pair = evidence.pair(base: echo.of(Dimensions.reference), candidate: echo)
      else { continue }
      let (verdict, words) = judge(pair)
      finding.add(.init(design: design, verdict: verdict, words: words), [pair])
      if design == evidence.subject("effect"), let found = pair.leading {
        finding.ratio = .init(
          words:
            "\(design): an action with an effect, against a plain loop that does the same work",
          comparison: found)
        if let instructions = SummaryMetric.named("instructions_per_action"),
          let found = pair[instructions]
        {
          finding.facts.append("\(design): \(ClaimWords.count(found, "instructions an effect"))")
        }
      }
    }
    return finding
  }

  private static func judge(_ pair: ScenarioPair) -> (ClaimVerdict, String) {
    if case .invalid(let reason) = pair.verdict {
      return (reason.hasPrefix("different work") ? .doesNotHold : .notMeasured, reason)
    }
    guard let allocations = pair[SummaryMetric.allocations] else {
      return (.notMeasured, "allocations were not counted")
    }
    let words = "the same state; \(ClaimWords.count(allocations, "allocations an effect"))"
    return (
      allocations.verdict == .same || allocations.candidate < allocations.base ? .holds : .depends,
      words
    )
  }
}
