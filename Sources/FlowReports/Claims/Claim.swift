import FlowResults
import Measurement

/// A claim of an article, and the rule that determines its verdict.
struct Claim: Sendable {
  let number: Int
  /// The claim in one sentence.
  let text: String
  let source: String
  /// The rule in words.
  let rule: String
  /// A regular expression that matches exactly the scenarios of the suite that the rule needs.
  let filter: String
  /// The figure that shows the evidence.
  let figure: String
  /// A Boolean value that indicates whether a load is part of the evidence.
  var needsLoad = false
  let judge: @Sendable (ClaimEvidence) -> ClaimFinding

  static let all = [
    oneStore, composition, effects, effectValues, asyncContainer, valueTypes, history,
  ]
}

/// The verdict on a claim.
package enum ClaimVerdict: String, CaseIterable, Sendable {
  /// The claim holds for every design.
  case holds
  /// The claim holds for no design.
  case doesNotHold = "does not hold"
  /// The claim holds for some designs, or under some conditions, and not for others.
  case depends
  /// The times vary too much between processes to decide.
  case notDecided = "not decided"
  /// The run lacks the evidence.
  case notMeasured = "not measured"
  /// The evidence has warnings.
  case unreliable = "unreliable"
}

/// The evidence about one claim.
struct ClaimFinding {
  /// The verdict on one design.
  struct Design: Sendable {
    let design: String
    let verdict: ClaimVerdict
    let words: String
  }

  /// The leading ratio of a card.
  struct Ratio: Sendable {
    /// The two sides of the comparison in words.
    let subject: String
    let words: String
    let value: Double?
    let low: Double?
    let high: Double?
    /// The minimum detectable effect, as a share of the base.
    let mde: Double?
  }

  private(set) var designs: [Design] = []
  /// The leading ratio; `nil` if it was not measured.
  private(set) var ratio: Ratio?
  /// Further findings.
  var facts: [String] = []
  /// Abilities that designs lack.
  var exceptions: [String] = []
  /// The scenarios that the verdicts are based on.
  private(set) var used: [MeasuredScenario] = []

  mutating func use(_ pairs: [ScenarioPair]) {
    used += pairs.flatMap { [$0.base, $0.candidate] }
  }

  mutating func use(_ scenario: MeasuredScenario?) { used += [scenario].compactMap { $0 } }

  /// Adds the verdict on a design, with its reasons and the pairs that it is based on.
  mutating func add(
    _ design: String, _ verdict: ClaimVerdict, _ words: [String?], _ pairs: [ScenarioPair]
  ) {
    designs.append(
      Design(
        design: design, verdict: verdict,
        words: words.compactMap { $0 }.joined(separator: "; ")))
    use(pairs)
  }

  /// Sets the leading ratio, if the pair was timed.
  mutating func setRatio(_ subject: String, _ pair: ScenarioPair?) {
    guard let found = pair?.leading else { return }
    let interval = found.comparison?.interval()
    ratio = Ratio(
      subject: subject, words: Self.words(found),
      value: found.comparison?.ratio, low: interval?.low, high: interval?.high,
      mde: found.comparison?.smallestVisible)
  }

  /// Returns the comparison of two times without the minimum detectable effect, which the card shows
  /// beside the ratio.
  private static func words(_ found: MetricComparison) -> String {
    switch found.comparison?.verdict {
    case .same: "no difference found"
    case .inconclusive where found.comparison?.smallestVisible != nil: "not decided"
    default: ClaimWords.time(found)
    }
  }

  /// Adds a fact about a pair, if it was timed.
  mutating func add(fact pair: ScenarioPair?, _ words: (MetricComparison) -> String) {
    guard let pair, let found = pair.leading else { return }
    use([pair])
    facts.append(words(found))
  }
}
