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
    source: "an article on unidirectional data flow per feature",
    rule:
      "Holds for a design if one store is slower than one store per module, in the app with "
      + "the most copies for which both were measured. Not decided if noise hides the difference. "
      + "Otherwise it does not hold.",
    filter: "^app/(single|per-feature)/|^favorites/(single|per-feature)/\\d+/uniform/[^/]+$"
      + "|^shop/(single|per-feature)/100/uniform/own-slice",
    figure: "designs"
  ) { evidence in
    var finding = ClaimFinding()
    for design in evidence.designs(evidence.measuredDesigns) {
      let pairs = topologyPairs(evidence, ClaimScenario("app", design))
      guard let (size, pair) = pairs.last else {
        if evidence.design != nil {
          finding.exceptions.append("\(design): no app was measured in both topologies")
        }
        continue
      }
      let byState = topologyPairs(evidence, ClaimScenario("favorites", design))
        .compactMap { _, pair in pair.candidate.keptBytes.map { (size: $0, pair: pair) } }
        .filter { $0.size > 0 }
      finding.add(
        design, verdictOnTopologies(pair),
        [
          pair.leading.map { ClaimWords.time($0) } ?? "not timed",
          ClaimWords.bySize(pairs, "copies"),
          ClaimWords.growth(pairs, ClaimWords.copies).map { "one store: \($0)" },
          ClaimWords.bySize(observerPairs(evidence, design), "observers"),
          ClaimWords.bySize(byState, "bytes of state"),
        ], pairs.map(\.pair))
      if design == evidence.subject("inout") {
        finding.setRatio(
          "\(design): one store compared with one store per module (app, \(Int(size)) "
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
    case .inconclusive: return .notDecided
    case nil: return .notMeasured
    }
  }

  /// Returns one store compared with one store per module, by ascending size.
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
}

extension Claim {
  /// Claim 2: composition.
  static let composition = Claim(
    number: 2, text: "Reducers compose into modules with no change to their logic.",
    source: "an article on modular state management",
    rule:
      "Holds for a design if composition changes no result (the state equals that of a plain loop) "
      + "and the largest app takes no larger multiple of the plain loop's time than the smallest. "
      + "Depends if that multiple grows. Not decided if noise hides whether it grows. Does not hold if "
      + "a result changes.",
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
      let growth = ClaimWords.growth(pairs.map { (Double($0.size), $0.pair) }, ClaimWords.copies)
      finding.add(design, verdict, [words, growth], [first.pair, last.pair])
      guard design == evidence.subject("inout") else { continue }
      finding.setRatio(
        "\(design): \(7 * last.size) composed modules compared with a plain loop over the same "
          + "state", last.pair)
      addScopes(design, evidence, to: &finding)
    }
    return finding
  }

  private static func judgeComposition(
    _ first: (size: Int, pair: ScenarioPair), _ last: (size: Int, pair: ScenarioPair)
  ) -> (ClaimVerdict, String) {
    if let invalid = first.pair.invalidWork ?? last.pair.invalidWork { return invalid }
    guard let small = first.pair.leading?.comparison, let large = last.pair.leading?.comparison
    else { return (.notMeasured, "not timed") }
    let words =
      "same results; \(TextTable.number(small.ratio)) times the plain loop with "
      + CountText.text(first.size, "copy", "copies")
      + ", \(TextTable.number(large.ratio)) times with \(CountText.grouped(last.size))"
    switch small.growth(to: large)?.verdict {
    case .slower: return (.depends, words)
    case .faster, .same: return (.holds, words)
    case .inconclusive, nil:
      return (.notDecided, "\(words), too noisy to decide whether it grows")
    }
  }

  /// Adds the cost of scopes, and of a module that consists of smaller ones.
  private static func addScopes(
    _ design: String, _ evidence: ClaimEvidence, to finding: inout ClaimFinding
  ) {
    let plain = ClaimScenario("counter", design)
    var pairs: [SizedPair] = []
    for (depth, name) in [(1, "one scope"), (4, "four scopes"), (10, "ten scopes")] {
      let scoped = plain.with {
        $0.topology = "scoped"
        $0.depth = depth
      }
      let pair = evidence.pair(base: plain, candidate: scoped)
      if let pair { pairs.append((Double(depth), pair)) }
      finding.add(fact: pair) { found in
        "\(name): \(TextTable.number(found.candidate)) ns per action instead of "
          + "\(TextTable.number(found.base)) without; \(ClaimWords.time(found))"
      }
    }
    if let growth = ClaimWords.growth(pairs, FittedGrowth.SizeName("scope")) {
      finding.facts.append("scopes: \(growth)")
    }
    finding.add(fact: evidence.overReference(ClaimScenario("primes", design))) { found in
      "a module composed of three by key paths, one of them computed (primes), compared with a "
        + "plain loop: " + ClaimWords.time(found)
    }
  }
}
