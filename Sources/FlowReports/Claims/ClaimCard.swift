import FlowResults
import OrderedCollections
import PlainText

/// The verdict of a run on one claim, with its evidence.
package struct ClaimCard: Sendable {
  let claim: Claim
  let verdict: ClaimVerdict
  /// The verdict if warnings are ignored.
  let plainVerdict: ClaimVerdict
  let ratio: ClaimFinding.Ratio?
  let designs: [ClaimFinding.Design]
  let facts: [String]
  let exceptions: [String]
  /// The command that measures exactly this evidence again.
  let command: String
  /// The run, its commit and its machine.
  let run: String
  /// The reason why the verdict is unreliable; empty if there is none.
  let warning: String

  /// Evaluates a claim against a run.
  init(_ claim: Claim, _ evidence: ClaimEvidence) {
    let finding = claim.judge(evidence)
    self.claim = claim
    exceptions = finding.exceptions
    facts = finding.facts
    designs = finding.designs
    ratio = finding.ratio
    let verdicts = Set(designs.map(\.verdict)).subtracting([.notMeasured])
    // Designs that noise hides may have any verdict.
    let decided = verdicts.subtracting([.notDecided])
    plainVerdict =
      decided.count > 1
      ? .depends : verdicts.contains(.notDecided) ? .notDecided : decided.first ?? .notMeasured
    warning = Self.warning(claim, evidence, finding)
    verdict = plainVerdict == .notMeasured || warning.isEmpty ? plainVerdict : .unreliable
    command = Self.command(claim, evidence)
    let used = evidence.run.runs(of: finding.used)
    run = (used.isEmpty ? evidence.run.runs : used).map(Self.description).joined(separator: "\n")
  }

  /// Returns a Boolean value that indicates whether a verdict changes without the disturbed trials.
  private static func dependsOnDisturbedTrials(
    _ claim: Claim, _ evidence: ClaimEvidence, _ finding: ClaimFinding
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
    _ claim: Claim, _ evidence: ClaimEvidence, _ finding: ClaimFinding
  ) -> String {
    let isDisturbed = dependsOnDisturbedTrials(claim, evidence, finding)
    let rows = finding.used.compactMap { scenario in
      let warning = [scenario.rowWarning, isDisturbed ? scenario.disturbance ?? "" : ""]
        .filter { !$0.isEmpty }.joined(separator: "; ")
      return warning.isEmpty ? nil : (id: scenario.id, warning: warning)
    }
    let first = rows.first.map { first in
      let others = Set(rows.map(\.id)).count - 1
      return "\(first.id): \(first.warning)" + (others > 0 ? "; and \(others) more" : "")
    }
    let general = evidence.run.runs(of: finding.used).map(\.generalWarning)
    return OrderedSet(general + [first ?? ""]).filter { !$0.isEmpty }.joined(separator: "; ")
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
    let commit = run.commit.isEmpty ? "" : ", commit \(run.shortCommit)"
    let cores = run.cpuCount.map { ", " + CountText.text($0, "core") } ?? ""
    return
      "\(run.runID)\(commit); \(run.cpuModel)\(cores), \(run.system), Swift \(run.swiftVersion)"
  }
}
