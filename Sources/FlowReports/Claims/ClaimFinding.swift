import FlowResults
import Measurement

/// What was found about one claim, before it is a card.
struct ClaimFinding {
  /// What it comes to for one design.
  struct OfDesign {
    let design: String
    let verdict: ClaimVerdict
    /// How it compares, in words.
    let words: String
    /// Where that changes, in words.
    var flips: [String] = []
  }

  /// The one ratio of a card.
  struct Ratio {
    /// What is compared with what: `inout: one store … than a store for each feature`.
    let words: String
    let comparison: MetricComparison
  }

  /// What it comes to for each design.
  var designs: [OfDesign] = []
  /// The one ratio; `nil` where its subject was not measured.
  var ratio: Ratio?
  /// What else the claim's questions are answered with, a sentence each.
  var facts: [String] = []
  /// What designs cannot do.
  var exceptions: [String] = []
  /// Everything that it was decided by.
  var used: [MeasuredScenario] = []

  /// Decided by a pair: its scenarios are used.
  mutating func use(_ pair: ScenarioPair) { used += [pair.base, pair.candidate] }

  /// Adds what it comes to for a design, decided by a pair.
  mutating func add(_ finding: OfDesign, _ pairs: [ScenarioPair]) {
    designs.append(finding)
    pairs.forEach { use($0) }
  }
}

/// One claim of the articles: what it says, where it is from, and what decides it.
protocol ClaimRule: Sendable {
  /// Which of the claims, from 1.
  static var number: Int { get }
  /// What it says, in one sentence.
  static var claim: String { get }
  /// Who says so.
  static var source: String { get }
  /// What decides the verdict, in words.
  static var rule: String { get }
  /// Matches the scenarios of the suite that it is decided by, and no others.
  static var filter: String { get }
  /// The figure that shows it.
  static var figure: String { get }
  /// Whether a load decides, too.
  static var needsLoad: Bool { get }

  /// Looks at a run.
  static func judge(_ evidence: ClaimEvidence) -> ClaimFinding
}

extension ClaimRule {
  /// Most are decided by a run alone.
  static var needsLoad: Bool { false }
}
