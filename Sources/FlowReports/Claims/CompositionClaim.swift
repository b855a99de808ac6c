import FlowResults
import Measurement

/// Claim 2: composition.
enum CompositionClaim: ClaimRule {
  static let number = 2
  static let claim = "Reducers compose into modules with no change to their logic."
  static let source = "an article on modular state management"
  static let rule =
    "Holds for a design when composing changes no result (the state is that of a plain loop) and the "
    + "largest app takes no larger multiple of the plain loop's time than the smallest; depends "
    + "when that multiple grows; does not hold when a result changes."
  static let filter = "^app/single/|^primes/|^counter/(scoped|single/1/uniform/[^/]+$)"
  static let figure = "growth"

  static func judge(_ evidence: ClaimEvidence) -> ClaimFinding {
    var finding = ClaimFinding()
    for design in evidence.designs(evidence.measuredDesigns) {
      let app = ClaimScenario("app", design)
      let pairs = evidence.features(of: app).compactMap { size in
        let scenario = app.with { $0.features = size }
        return evidence.pair(base: scenario.of(Dimensions.reference), candidate: scenario)
          .map { (size: size, pair: $0) }
      }
      guard let first = pairs.first, let last = pairs.last, last.size > first.size else { continue }
      let (verdict, words) = judge(first, last)
      finding.add(
        .init(design: design, verdict: verdict, words: words), [first.pair, last.pair])
      if design == evidence.subject("inout"), let found = last.pair.leading {
        finding.ratio = .init(
          words: "\(design): \(7 * last.size) composed modules, against a plain loop over the same "
            + "state", comparison: found)
      }
      if design == evidence.subject("inout") { add(design, evidence, to: &finding) }
    }
    return finding
  }

  private static func judge(
    _ first: (size: Int, pair: ScenarioPair), _ last: (size: Int, pair: ScenarioPair)
  ) -> (ClaimVerdict, String) {
    for (_, pair) in [first, last] {
      if case .invalid(let reason) = pair.verdict {
        return (reason.hasPrefix("different work") ? .doesNotHold : .notMeasured, reason)
      }
    }
    guard let small = first.pair.leading?.comparison, let large = last.pair.leading?.comparison
    else { return (.notMeasured, "not timed") }
    let sizes =
      "\(TextTable.number(small.ratio)) times the plain loop at \(first.size), "
      + "\(TextTable.number(large.ratio)) times at \(last.size)"
    switch small.growth(to: large)?.verdict {
    case .slower: return (.depends, "the same results; \(sizes)")
    case .faster, .same: return (.holds, "the same results; \(sizes)")
    case .inconclusive, nil:
      return (.depends, "the same results; too noisy to say whether it grows: \(sizes)")
    }
  }

  /// What a level of scope costs, and a module that is made of smaller ones.
  private static func add(
    _ design: String, _ evidence: ClaimEvidence, to finding: inout ClaimFinding
  ) {
    func scoped(_ depth: Int) -> ClaimScenario {
      ClaimScenario("counter", design).with {
        $0.topology = "scoped"
        $0.depth = depth
      }
    }
    let plain = ClaimScenario("counter", design)
    for (depth, name) in [(1, "one scope"), (4, "four scopes"), (10, "ten scopes")] {
      guard let pair = evidence.pair(base: plain, candidate: scoped(depth)),
        let found = pair.leading
      else { continue }
      finding.use(pair)
      finding.facts.append(
        "\(name) between the store and its user: \(TextTable.number(found.candidate)) ns instead of "
          + "\(TextTable.number(found.base)) without; \(ClaimWords.time(found))")
    }
    let made = ClaimScenario("primes", design)
    guard let pair = evidence.pair(base: made.of(Dimensions.reference), candidate: made),
      let found = pair.leading
    else { return }
    finding.use(pair)
    finding.facts.append(
      "a module made of three by key paths, one of them computed (primes): "
        + "\(ClaimWords.time(found)) than a plain loop")
  }
}
