import FlowResults
import Measurement

/// Claim 5: async/await instead of publishers and commands.
enum AsyncContainerClaim: ClaimRule {
  static let number = 5
  static let claim = "The async/await container replaces the Combine one and the command one."
  static let source = "an article on a Redux-like container rebuilt with async/await"
  static let rule =
    "Holds for a design when an action with an effect takes no more time and no more allocations, and "
    + "an effect in flight no more memory, than in publisher and than in command; does not hold when "
    + "it takes more of all than both; depends otherwise."
  static let filter = "^echo/single/1/uniform/[^/]+$"
  static let figure = "designs"
  static let needsLoad = true

  private static let replaced = ["publisher", "command"]

  static func judge(_ evidence: ClaimEvidence) -> ClaimFinding {
    var finding = ClaimFinding()
    for design in evidence.designs(["middleware", "task"]) {
      let echo = ClaimScenario("echo", design)
      let pairs = replaced.compactMap { evidence.pair(base: echo.of($0), candidate: echo) }
      guard pairs.count == replaced.count else { continue }
      let memory = replaced.compactMap { evidence.effects?.comparison(base: $0, candidate: design) }
      let (verdict, words) = judge(pairs, memory)
      finding.add(.init(design: design, verdict: verdict, words: words), pairs)
      if design == evidence.subject("task"), let found = pairs[0].leading {
        finding.ratio = .init(
          words: "\(design): an action with an effect, against publisher", comparison: found)
      }
    }
    finding.facts = memory(evidence)
    if evidence.effects == nil, !finding.designs.isEmpty {
      finding.exceptions.append(
        "memory for each effect in flight was not measured: --load gives a load that did")
    }
    return finding
  }

  private static func judge(
    _ pairs: [ScenarioPair], _ memory: [IndependentComparison]
  ) -> (ClaimVerdict, String) {
    guard !pairs.contains(where: \.verdict.isInvalid) else {
      return (.notMeasured, "a row is not valid")
    }
    var found = pairs.flatMap { pair in
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
    found += memory.map(\.verdict)
    if !found.contains(.slower), !found.contains(where: \.isInconclusive) { return (.holds, words) }
    return (found.allSatisfy { $0 == .slower } ? .doesNotHold : .depends, words)
  }

  /// What each effect in flight keeps, in all designs that this is about.
  private static func memory(_ evidence: ClaimEvidence) -> [String] {
    (replaced + evidence.designs(["middleware", "task"])).compactMap { design in
      evidence.effects?.median(design).map {
        "\(design): \(TextTable.number($0)) bytes kept for each effect in flight"
      }
    }
  }
}

extension Verdict {
  /// Whether nothing can be said.
  var isInconclusive: Bool {
    if case .inconclusive = self { true } else { false }
  }
}
