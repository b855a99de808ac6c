import FlowResults
import Measurement
import OrderedCollections
import PlainText

/// Claim 1: topologies.
enum OneStoreClaim: ClaimRule {
  static let number = 1
  static let claim =
    "One store for a large app degrades performance, since the whole hierarchy updates at every "
    + "small change; a store for each feature avoids it."
  static let source = "an article on unidirectional data flow with a store for each feature"
  static let rule =
    "Holds for a design when one store is slower than a store for each feature, in the app with the "
    + "most copies that were measured both ways; does not hold when it is not."
  static let filter =
    "^app/(single|per-feature)/|^favorites/(single|per-feature)/\\d+/uniform/[^/]+$"
    + "|^shop/(single|per-feature)/100/uniform/own-slice"
  static let figure = "designs"

  static func judge(_ evidence: ClaimEvidence) -> ClaimFinding {
    var finding = ClaimFinding()
    for design in evidence.designs(evidence.measuredDesigns) {
      let pairs = pairs(evidence, ClaimScenario("app", design))
      guard let (size, pair) = pairs.last else {
        if evidence.design != nil {
          finding.exceptions.append("\(design): no app in both topologies")
        }
        continue
      }
      let sizes = pairs.map { (size: Double($0.size), pair: $0.pair) }
      let flips = [
        ClaimWords.flips(sizes, "copies") ?? ClaimWords.throughout(sizes, "copies"),
        ClaimWords.flips(observerPairs(evidence, design), "observers"),
        ClaimWords.flips(statePairs(evidence, design), "bytes of state"),
      ].compactMap { $0 }
      let words = pair.leading.map { ClaimWords.time($0) } ?? "not timed"
      finding.add(
        .init(design: design, verdict: verdict(pair), words: words, flips: flips),
        pairs.map(\.pair))
      if design == evidence.subject("inout"), let found = pair.leading {
        finding.ratio = .init(
          words: "\(design): one store, against a store for each feature (app, \(size) "
            + "\(CountText.word(size, "copy", "copies")) of each module)", comparison: found)
      }
    }
    return finding
  }

  private static func verdict(_ pair: ScenarioPair) -> ClaimVerdict {
    guard !pair.verdict.isInvalid else { return .notMeasured }
    switch pair.leading?.verdict {
    case .slower: return .holds
    case .faster, .same: return .doesNotHold
    case .inconclusive: return .depends
    case nil: return .notMeasured
    }
  }

  /// One store against a store for each feature, by ascending size.
  private static func pairs(
    _ evidence: ClaimEvidence, _ scenario: ClaimScenario
  ) -> [(size: Int, pair: ScenarioPair)] {
    evidence.features(of: scenario).compactMap { size in
      let one = scenario.with { $0.features = size }
      return evidence.pair(base: one.with { $0.topology = "per-feature" }, candidate: one)
        .map { (size, $0) }
    }
  }

  private static func observerPairs(
    _ evidence: ClaimEvidence, _ design: String
  ) -> [(size: Double, pair: ScenarioPair)] {
    let counts = Set(evidence.run.scenarios.values.compactMap(\.dimensions.observers)).sorted()
    return counts.filter { $0 > 0 }.compactMap { count in
      let one = ClaimScenario("shop", design).with {
        $0.features = 100
        $0.views = "own-slice"
        $0.observers = count
      }
      return evidence.pair(base: one.with { $0.topology = "per-feature" }, candidate: one)
        .map { (Double(count), $0) }
    }
  }

  /// By bytes of state: what the stores of so many features keep.
  private static func statePairs(
    _ evidence: ClaimEvidence, _ design: String
  ) -> [(size: Double, pair: ScenarioPair)] {
    pairs(evidence, ClaimScenario("favorites", design)).compactMap { _, pair in
      guard let kept = SummaryMetric.named("kept_bytes") else { return nil }
      return SortedSamples(pair.candidate.samples(kept)).median.map { ($0, pair) }
    }.filter { $0.size > 0 }
  }
}
