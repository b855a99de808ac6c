import FlowResults
import Measurement
import OrderedCollections
import PlainText

extension Claim {
  /// Claim 1: topologies.
  static let oneStore = Claim(
    number: 1,
    text:
      "One store for a large app degrades performance, since the whole hierarchy updates at every "
      + "small change; a store for each feature avoids it.",
    source: "an article on unidirectional data flow with a store for each feature",
    rule:
      "Holds for a design when one store is slower than a store for each feature, in the app with "
      + "the most copies that were measured both ways; does not hold when it is not.",
    filter: "^app/(single|per-feature)/|^favorites/(single|per-feature)/\\d+/uniform/[^/]+$"
      + "|^shop/(single|per-feature)/100/uniform/own-slice",
    figure: "designs"
  ) { evidence in
    var finding = ClaimFinding()
    for design in evidence.designs(evidence.measuredDesigns) {
      let pairs = topologyPairs(evidence, ClaimScenario("app", design))
      guard let (size, pair) = pairs.last else {
        if evidence.design != nil {
          finding.exceptions.append("\(design): no app in both topologies")
        }
        continue
      }
      finding.add(
        design, verdictOnTopologies(pair),
        [
          pair.leading.map { ClaimWords.time($0) } ?? "not timed",
          ClaimWords.flips(pairs, "copies") ?? ClaimWords.throughout(pairs, "copies"),
          ClaimWords.flips(observerPairs(evidence, design), "observers"),
          ClaimWords.flips(statePairs(evidence, design), "bytes of state"),
        ], pairs.map(\.pair))
      if design == evidence.subject("inout") {
        finding.setRatio(
          "\(design): one store, against a store for each feature (app, \(Int(size)) "
            + "\(CountText.word(Int(size), "copy", "copies")) of each module)", pair)
      }
    }
    return finding
  }

  private static func verdictOnTopologies(_ pair: ScenarioPair) -> ClaimVerdict {
    guard !pair.verdict.isInvalid else { return .notMeasured }
    switch pair.leading?.verdict {
    case .slower: return .holds
    case .faster, .same: return .doesNotHold
    case .inconclusive: return .depends
    case nil: return .notMeasured
    }
  }

  /// One store and a store for each feature, by ascending size.
  private static func topologyPairs(
    _ evidence: ClaimEvidence, _ scenario: ClaimScenario
  ) -> [SizedPair] {
    evidence.features(of: scenario).compactMap { size in
      evidence.topologies(scenario.with { $0.features = size }).map { (Double(size), $0) }
    }
  }

  private static func observerPairs(
    _ evidence: ClaimEvidence, _ design: String
  ) -> [SizedPair] {
    let counts = Set(evidence.run.scenarios.values.compactMap(\.dimensions.observers)).sorted()
    return counts.filter { $0 > 0 }.compactMap { count in
      let one = ClaimScenario("shop", design).with {
        $0.features = 100
        $0.views = "own-slice"
        $0.observers = count
      }
      return evidence.topologies(one).map { (Double(count), $0) }
    }
  }

  /// The same by the bytes that the stores of so many features keep.
  private static func statePairs(
    _ evidence: ClaimEvidence, _ design: String
  ) -> [SizedPair] {
    topologyPairs(evidence, ClaimScenario("favorites", design)).compactMap { _, pair in
      pair.candidate.keptBytes.map { ($0, pair) }
    }.filter { $0.size > 0 }
  }
}

extension Claim {
  /// Claim 2: composition.
  static let composition = Claim(
    number: 2, text: "Reducers compose into modules with no change to their logic.",
    source: "an article on modular state management",
    rule:
      "Holds for a design when composing changes no result (the state is that of a plain loop) and "
      + "the largest app takes no larger multiple of the plain loop's time than the smallest; "
      + "depends when that multiple grows; does not hold when a result changes.",
    filter: "^app/single/|^primes/|^counter/(scoped|single/1/uniform/[^/]+$)", figure: "growth"
  ) { evidence in
    var finding = ClaimFinding()
    for design in evidence.designs(evidence.measuredDesigns) {
      let app = ClaimScenario("app", design)
      let pairs = evidence.features(of: app).compactMap { size in
        evidence.overReference(app.with { $0.features = size }).map { (size: size, pair: $0) }
      }
      guard let first = pairs.first, let last = pairs.last, last.size > first.size else { continue }
      let (verdict, words) = judgeComposition(first, last)
      finding.add(design, verdict, [words], [first.pair, last.pair])
      guard design == evidence.subject("inout") else { continue }
      finding.setRatio(
        "\(design): \(7 * last.size) composed modules, against a plain loop over the same state",
        last.pair)
      addScopes(design, evidence, to: &finding)
    }
    return finding
  }

  private static func judgeComposition(
    _ first: (size: Int, pair: ScenarioPair), _ last: (size: Int, pair: ScenarioPair)
  ) -> (ClaimVerdict, String) {
    for (_, pair) in [first, last] {
      if let invalid = pair.invalidWork { return invalid }
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

  /// The cost of a level of scope, and of a module that is made of smaller ones.
  private static func addScopes(
    _ design: String, _ evidence: ClaimEvidence, to finding: inout ClaimFinding
  ) {
    let plain = ClaimScenario("counter", design)
    for (depth, name) in [(1, "one scope"), (4, "four scopes"), (10, "ten scopes")] {
      let scoped = plain.with {
        $0.topology = "scoped"
        $0.depth = depth
      }
      finding.add(fact: evidence.pair(base: plain, candidate: scoped)) { found in
        "\(name) between the store and its user: \(TextTable.number(found.candidate)) ns instead of "
          + "\(TextTable.number(found.base)) without; \(ClaimWords.time(found))"
      }
    }
    finding.add(fact: evidence.overReference(ClaimScenario("primes", design))) { found in
      "a module made of three by key paths, one of them computed (primes), against a plain loop: "
        + ClaimWords.time(found)
    }
  }
}
