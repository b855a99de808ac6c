package import FlowResults
import Measurement
import OrderedCollections
import PlainText

/// The verdict of a run on one claim, with its evidence.
package struct ClaimCard: Sendable {
  let number: Int
  let claim: String
  let source: String
  let rule: String
  let verdict: ClaimVerdict
  /// The verdict without the warning.
  let plainVerdict: ClaimVerdict
  let ratio: ClaimFinding.Ratio?
  let designs: [ClaimFinding.Design]
  let facts: [String]
  let exceptions: [String]
  let figure: String
  /// The command that measures exactly this again.
  let command: String
  /// The run, its commit and its machine.
  let run: String
  /// The reason why it may mislead.
  let warning: String

  /// Judges a claim by a run.
  init(_ claim: Claim, _ evidence: ClaimEvidence) {
    let finding = claim.judge(evidence)
    number = claim.number
    self.claim = claim.text
    source = claim.source
    rule = claim.rule
    figure = claim.figure
    exceptions = finding.exceptions
    facts = finding.facts
    designs = finding.designs
    ratio = finding.ratio
    plainVerdict = ClaimVerdict.together(
      designs.map(\.verdict).filter { $0 != .notMeasured })
    let isDisturbed = Self.dependsOnDisturbedTrials(claim, finding, evidence)
    warning = Self.warning(evidence, finding, isDisturbed: isDisturbed)
    verdict = plainVerdict == .notMeasured || warning.isEmpty ? plainVerdict : .doubtful
    command = Self.command(claim, evidence)
    run = Self.description(evidence.run.run)
  }

  /// A Boolean value that indicates whether a verdict changes without the disturbed trials.
  private static func dependsOnDisturbedTrials(
    _ claim: Claim, _ finding: ClaimFinding, _ evidence: ClaimEvidence
  ) -> Bool {
    guard finding.used.contains(where: { $0.disturbance != nil }) else { return false }
    var undisturbed = evidence
    undisturbed.run = evidence.run.undisturbed
    func verdicts(_ finding: ClaimFinding) -> [String: ClaimVerdict] {
      Dictionary(finding.designs.map { ($0.design, $0.verdict) }) { first, _ in first }
    }
    return verdicts(claim.judge(undisturbed)) != verdicts(finding)
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

  private static func command(_ claim: Claim, _ evidence: ClaimEvidence) -> String {
    let measure = ["run", "--suite", "claims", "--filter", claim.filter, "--out", "DIR"]
    let load = ["load", "--suite", "claims", "--out", "LOAD"]
    let judge =
      ["claims", "--run", "DIR"] + (claim.needsLoad ? ["--load", "LOAD"] : [])
      + ["--claim", "\(claim.number)"] + (evidence.design.map { ["--design", $0] } ?? [])
    return ([measure] + (claim.needsLoad ? [load] : []) + [judge])
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
  /// A card for each requested claim.
  package let cards: [ClaimCard]

  /// The numbers of all claims.
  package static let numbers = Claim.all.map(\.number)

  /// Judges by a run on disk.
  ///
  /// - Parameters:
  ///   - path: The folder of the run.
  ///   - design: The requested design; `nil`: those of each claim.
  ///   - claim: The number of the only requested claim; `nil`: all of them.
  ///   - load: The folder of a load of the same machine, if there is one.
  /// - Throws: `PlanError` if there is no run, it has no such design, or the load is not one of
  ///   this machine.
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
    cards = Claim.all.filter { claim == nil || $0.number == claim }
      .map { ClaimCard($0, evidence) }
  }

  /// A Boolean value that indicates whether every claim was measured.
  package var areMeasured: Bool { missing.isEmpty }

  /// A Boolean value that indicates whether any claim was measured.
  package var areAnyMeasured: Bool { missing.count < cards.count }

  /// The numbers of the other claims, for a reader.
  package var notMeasured: String { missing.map { "\($0)" }.joined(separator: ", ") }

  private var missing: [Int] { cards.filter { $0.verdict == .notMeasured }.map(\.number) }
}

extension ClaimCard {
  /// The verdict for a reader, with the plain verdict if there is a warning.
  var verdictWords: String {
    verdict == .doubtful
      ? "\(verdict.rawValue); without the warning: \(plainVerdict.rawValue)" : verdict.rawValue
  }
}
