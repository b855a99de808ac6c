import FlowResults
import Measurement

/// Claim 5: async/await instead of publishers and commands.
enum AsyncContainerClaim: ClaimRule {
  static let number = 5
  static let claim = "The async/await container replaces the Combine one and the command one."
  static let source = "an article on a Redux-like container rebuilt with async/await"
  static let rule =
    "Holds for a design when an action with an effect takes no more time and no more allocations than "
    + "in publisher and than in command; does not hold when it takes more of both than both; "
    + "depends otherwise."
  static let filter = "^(echo|linger)/single/1/uniform/[^/]+$"
  static let figure = "designs"

  private static let replaced = ["publisher", "command"]

  static func judge(_ evidence: ClaimEvidence) -> ClaimFinding {
    var finding = ClaimFinding()
    for design in evidence.designs(["middleware", "task"]) {
      let echo = ClaimScenario("echo", design)
      let pairs = replaced.compactMap { evidence.pair(base: echo.of($0), candidate: echo) }
      guard pairs.count == replaced.count else { continue }
      let (verdict, words) = judge(pairs)
      finding.add(.init(design: design, verdict: verdict, words: words), pairs)
      if design == evidence.subject("task"), let found = pairs[0].leading {
        finding.ratio = .init(
          words: "\(design): an action with an effect, against publisher", comparison: found)
      }
      addMemory(design, evidence, to: &finding)
    }
    return finding
  }

  private static func judge(_ pairs: [ScenarioPair]) -> (ClaimVerdict, String) {
    guard !pairs.contains(where: \.verdict.isInvalid) else {
      return (.notMeasured, "a row is not valid")
    }
    let found = pairs.flatMap { pair in
      [pair.leading, pair[SummaryMetric.allocations]].compactMap { $0?.verdict }
    }
    let words = zip(replaced, pairs).map { base, pair in
      let time = pair.leading.map { ClaimWords.time($0) } ?? "not timed"
      let allocations = pair[SummaryMetric.allocations].map {
        ", \(ClaimWords.count($0, "allocations"))"
      }
      return "against \(base) \(time)\(allocations ?? "")"
    }.joined(separator: "; ")
    guard found.count == 2 * pairs.count else { return (.notMeasured, words) }
    if !found.contains(.slower), !found.contains(where: \.isInconclusive) { return (.holds, words) }
    return (found.allSatisfy { $0 == .slower } ? .doesNotHold : .depends, words)
  }

  /// What each effect in flight keeps, where the design can keep some.
  private static func addMemory(
    _ design: String, _ evidence: ClaimEvidence, to finding: inout ClaimFinding
  ) {
    guard let scenario = evidence.scenario(ClaimScenario("linger", design)),
      let kept = SummaryMetric.named("kept_bytes"),
      let bytes = SortedSamples(scenario.samples(kept)).median
    else { return }
    finding.used.append(scenario)
    finding.facts.append(
      "\(design): \(TextTable.number(bytes / 10_000)) bytes kept for each of 10,000 effects in flight"
    )
  }
}

extension Verdict {
  /// Whether nothing can be said.
  var isInconclusive: Bool {
    if case .inconclusive = self { true } else { false }
  }
}
