package import FlowResults
import Measurement
import OrderedCollections
import PlainText

/// What a run says of one claim.
package struct ClaimCard: Sendable {
  /// What it comes to for one design.
  struct Design: Sendable {
    let design: String
    let verdict: ClaimVerdict
    let words: String
  }

  /// The one ratio.
  struct Ratio: Sendable {
    /// What is compared with what.
    let subject: String
    /// By how much, where that is a finding.
    let words: String
    let value: Double?
    let low: Double?
    let high: Double?
    /// The minimum detectable effect, as a share.
    let mde: Double?
  }

  let number: Int
  let claim: String
  let source: String
  let rule: String
  let verdict: ClaimVerdict
  /// What it would be if nothing about the run were doubtful.
  let plainVerdict: ClaimVerdict
  let ratio: Ratio?
  let designs: [Design]
  let facts: [String]
  let exceptions: [String]
  let figure: String
  /// What measures exactly this again.
  let command: String
  /// The run, its commit and its machine.
  let run: String
  /// Why it may mislead.
  let warning: String

  /// Judges a claim by a run.
  init<Rule: ClaimRule>(_ rule: Rule.Type, _ evidence: ClaimEvidence) {
    let finding = rule.judge(evidence)
    number = rule.number
    claim = rule.claim
    source = rule.source
    self.rule = rule.rule
    figure = rule.figure
    exceptions = finding.exceptions
    facts = finding.facts
    designs = finding.designs.map { found in
      Design(
        design: found.design, verdict: found.verdict,
        words: ([found.words] + found.flips).joined(separator: "; "))
    }
    ratio = finding.ratio.map { ratio in
      let comparison = ratio.comparison.comparison
      let interval = comparison?.interval()
      return Ratio(
        subject: ratio.words, words: ClaimWords.time(ratio.comparison), value: comparison?.ratio,
        low: finite(interval?.low), high: finite(interval?.high),
        mde: finite(comparison?.smallestVisible))
    }
    plainVerdict = ClaimVerdict.together(
      designs.map(\.verdict).filter { $0 != .notMeasured })
    let isDisturbed = Self.dependsOnDisturbedTrials(rule, finding, evidence)
    warning = Self.warning(evidence, finding, isDisturbed: isDisturbed)
    verdict = plainVerdict == .notMeasured || warning.isEmpty ? plainVerdict : .doubtful
    command = Self.command(rule, evidence)
    run = Self.description(evidence.run.run)
  }

  /// Whether a verdict is another one without the trials that other processes or a quota disturbed.
  private static func dependsOnDisturbedTrials<Rule: ClaimRule>(
    _ rule: Rule.Type, _ finding: ClaimFinding, _ evidence: ClaimEvidence
  ) -> Bool {
    guard finding.used.contains(where: { $0.disturbance != nil }) else { return false }
    var undisturbed = evidence
    undisturbed.run = evidence.run.undisturbed
    func verdicts(_ finding: ClaimFinding) -> [String: ClaimVerdict] {
      Dictionary(finding.designs.map { ($0.design, $0.verdict) }) { first, _ in first }
    }
    return verdicts(rule.judge(undisturbed)) != verdicts(finding)
  }

  private static func warning(
    _ evidence: ClaimEvidence, _ finding: ClaimFinding, isDisturbed: Bool
  ) -> String {
    let doubtful = finding.used.compactMap { scenario in
      let warning = [scenario.rowWarning, isDisturbed ? scenario.disturbance ?? "" : ""]
        .filter { !$0.isEmpty }.joined(separator: "; ")
      return warning.isEmpty ? nil : (id: scenario.id, warning: warning)
    }
    let rows = doubtful.first.map { first in
      let others = Set(doubtful.map(\.id)).count - 1
      return "\(first.id): \(first.warning)" + (others > 0 ? "; and \(others) more" : "")
    }
    return [evidence.run.run.generalWarning, rows ?? ""].filter { !$0.isEmpty }
      .joined(separator: "; ")
  }

  private static func command<Rule: ClaimRule>(
    _ rule: Rule.Type, _ evidence: ClaimEvidence
  ) -> String {
    let measure = ["run", "--suite", "claims", "--filter", rule.filter, "--out", "DIR"]
    let load = ["load", "--suite", "claims", "--out", "LOAD"]
    let judge =
      ["claims", "--run", "DIR"] + (rule.needsLoad ? ["--load", "LOAD"] : [])
      + ["--claim", "\(rule.number)"] + (evidence.design.map { ["--design", $0] } ?? [])
    return ([measure] + (rule.needsLoad ? [load] : []) + [judge])
      .map { ShellText.line([Executable.name] + $0) }.joined(separator: " && ")
  }

  private static func description(_ run: RunRow) -> String {
    let commit = run.commit.isEmpty ? "" : ", commit \(run.commit)"
    let cores = run.cpuCount.map { ", " + CountText.text($0, "core") } ?? ""
    return
      "\(run.runID)\(commit); \(run.cpuModel)\(cores), \(run.system), Swift \(run.swiftVersion)"
  }
}

/// The claims of the articles, judged by one run.
package struct ClaimCards: Sendable {
  /// A card for each claim that was asked about.
  package let cards: [ClaimCard]

  /// Every claim: one file each, and one line here.
  private static let rules: [any ClaimRule.Type] = [
    OneStoreClaim.self, CompositionClaim.self, EffectsClaim.self, EffectValuesClaim.self,
    AsyncContainerClaim.self, ValueTypesClaim.self, HistoryClaim.self,
  ]

  /// The numbers of all claims.
  package static let numbers = rules.map { $0.number }

  /// Judges by a run that is on disk.
  ///
  /// - Parameters:
  ///   - path: The folder of the run.
  ///   - design: The design that is asked about; `nil`: those that each claim is about.
  ///   - claim: The number of the only claim that is asked about; `nil`: all of them.
  ///   - load: The folder of a load of the same machine; `nil`: none was made.
  /// - Throws: `PlanError` when there is no run, or it has no such design, or the load is no load or of
  ///   another machine.
  package init(
    run path: String, design: String? = nil, claim: Int? = nil, load: String? = nil
  ) throws(PlanError) {
    let run = try MeasuredRun(reading: path, option: "--run")
    let effects = try load.map { path throws(PlanError) in
      try MeasuredEffects(reading: path, beside: run.run)
    }
    let evidence = ClaimEvidence(run: run, design: design, effects: effects)
    if let design, !run.scenarios.values.contains(where: { $0.dimensions.design == design }) {
      throw .unknown(
        option: "--design", kind: "design of this run", name: design,
        known: [Dimensions.reference] + evidence.measuredDesigns)
    }
    cards = Self.rules.filter { claim == nil || $0.number == claim }.map {
      Self.card($0, evidence)
    }
  }

  private static func card<Rule: ClaimRule>(
    _ rule: Rule.Type, _ evidence: ClaimEvidence
  ) -> ClaimCard { ClaimCard(rule, evidence) }

  /// Whether every claim was measured.
  package var areMeasured: Bool { missing.isEmpty }

  /// Whether any claim was.
  package var areAnyMeasured: Bool { missing.count < cards.count }

  /// The numbers of those that were not, for a reader.
  package var notMeasured: String { missing.map { "\($0)" }.joined(separator: ", ") }

  private var missing: [Int] { cards.filter { $0.verdict == .notMeasured }.map(\.number) }
}

/// A number that can be written; two samples that scatter can have an interval without an end.
private func finite(_ value: Double?) -> Double? {
  value.flatMap { $0.isFinite ? $0 : nil }
}

extension ClaimCard {
  /// The verdict for a reader, and what it would be without the warning, where there is one.
  var verdictWords: String {
    verdict == .doubtful
      ? "\(verdict.rawValue); without the warning: \(plainVerdict.rawValue)" : verdict.rawValue
  }
}
