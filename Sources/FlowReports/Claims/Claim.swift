import FlowResults
import Measurement

/// A claim of the articles, and the rule that decides it.
struct Claim: Sendable {
  let number: Int
  /// The claim in one sentence.
  let text: String
  let source: String
  /// The rule in words.
  let rule: String
  /// A regular expression that matches the scenarios of the suite that decide it, and no others.
  let filter: String
  /// The figure that shows it.
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
  /// It holds for every design.
  case holds
  /// It holds for no design.
  case doesNotHold = "does not hold"
  /// It holds for some designs, or under some conditions.
  case depends
  /// The run lacks the evidence.
  case notMeasured = "not measured"
  /// Rows with warnings decided it.
  case doubtful = "depends on a doubtful run"

  /// Returns the verdict on several designs: theirs if they agree, otherwise that it depends.
  static func together(_ verdicts: [ClaimVerdict]) -> ClaimVerdict {
    guard let first = verdicts.first else { return .notMeasured }
    return verdicts.allSatisfy { $0 == first } ? first : .depends
  }
}

/// The evidence about one claim, before it is a card.
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
    /// The minimum detectable effect, as a share.
    let mde: Double?

    init(_ subject: String, _ found: MetricComparison) {
      self.subject = subject
      // Every ratio is shown with its minimum detectable effect, which these words would repeat.
      words =
        found.comparison?.verdict == .same ? "no difference found" : ClaimWords.time(found)
      let interval = found.comparison?.interval()
      value = found.comparison?.ratio
      // Two samples that scatter can have an interval without an end, which JSON cannot hold.
      (low, high, mde) = (
        Self.finite(interval?.low), Self.finite(interval?.high),
        Self.finite(found.comparison?.smallestVisible)
      )
    }

    private static func finite(_ value: Double?) -> Double? {
      value.flatMap { $0.isFinite ? $0 : nil }
    }
  }

  private(set) var designs: [Design] = []
  /// The leading ratio; `nil` if its subject was not measured.
  private(set) var ratio: Ratio?
  /// Further findings, a sentence each.
  var facts: [String] = []
  /// Abilities that designs lack.
  var exceptions: [String] = []
  /// The scenarios that decided it.
  private(set) var used: [MeasuredScenario] = []

  /// Adds scenarios that were decisive.
  mutating func use(_ scenarios: [MeasuredScenario?]) { used += scenarios.compactMap { $0 } }

  /// Adds the verdict on a design.
  mutating func add(
    _ design: String, _ verdict: ClaimVerdict, _ words: [String?], _ pairs: [ScenarioPair]
  ) {
    designs.append(
      Design(
        design: design, verdict: verdict,
        words: words.compactMap { $0 }.joined(separator: "; ")))
    for pair in pairs { use([pair.base, pair.candidate]) }
  }

  /// Sets the leading ratio, if the pair was timed.
  mutating func setRatio(_ subject: String, _ pair: ScenarioPair?) {
    if let found = pair?.leading { ratio = Ratio(subject, found) }
  }

  /// Adds a fact about a pair, if it was timed.
  mutating func add(fact pair: ScenarioPair?, _ words: (MetricComparison) -> String) {
    guard let pair, let found = pair.leading else { return }
    use([pair.base, pair.candidate])
    facts.append(words(found))
  }
}
