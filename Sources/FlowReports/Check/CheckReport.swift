import FlowFiles
import FlowResults
import Foundation
import Measurement
import PlainText

/// The findings of a check, and its conclusion.
package struct CheckReport {
  let out: String
  /// The name of the other revision; `nil`: the stored baseline.
  let base: String?
  let platform: String
  /// The command that creates or updates the baseline.
  let updateCommand: String
  package var findings: [CheckFinding] = []
  /// The rows of `compare.csv`.
  package var rows: [CompareRow] = []
  /// The path of the baseline, if it does not exist.
  package var missingBaseline: String?
  /// The path of the baseline, if it was updated.
  package var updated: String?
  /// The metrics that an update could not count.
  package var missing: [String] = []
  package var elapsed = ""

  package init(
    out: String, base: String?, platform: String, updateCommand: String = "make baseline"
  ) {
    self.out = out
    self.base = base
    self.platform = platform
    self.updateCommand = updateCommand
  }

  /// The conclusion of a check.
  package enum Conclusion: Sendable {
    case fine
    case regressed
    /// Something is new, or could not be decided.
    case inconclusive
    /// Something that the gate requires was not compared, or nothing was.
    case incomplete
    case invalid
  }

  /// The worst outcome; after a whole update of the baseline, differences are fine.
  package var conclusion: Conclusion {
    if has(.invalid) { return .invalid }
    if updated != nil { return missing.isEmpty ? .fine : .incomplete }
    if has(.regressed) { return .regressed }
    if !hasCompared || has(.uncompared, .gone) { return .incomplete }
    return has(.inconclusive, .new) ? .inconclusive : .fine
  }

  private var hasCompared: Bool {
    missingBaseline == nil && has(.same, .improved, .regressed, .inconclusive)
  }

  /// The reason why the base failed, if it failed in every scenario; otherwise `nil`.
  package var baseFault: String? {
    findings.allSatisfy(\.isBaseFault) ? findings.first?.note : nil
  }

  private func has(_ outcomes: CheckFinding.Outcome...) -> Bool {
    findings.contains { outcomes.contains($0.outcome) }
  }

  /// The findings that need attention, the worst first.
  var remarkable: [CheckFinding] {
    let order: [CheckFinding.Outcome] = [
      .invalid, .regressed, .uncompared, .improved, .new, .gone, .inconclusive,
    ]
    return order.flatMap { outcome in findings.filter { $0.outcome == outcome } }
  }
}

// MARK: - For a reader

extension CheckReport {
  package var text: String { text(isColoured: StandardOutput.wantsColours) }

  func text(isColoured: Bool) -> String {
    document(maxRows: .max).text(width: CompareReport.width, isColoured: isColoured)
  }

  /// A comment for a pull request, which may have 65,536 characters.
  var markdown: String { document(maxRows: 120).markdown }

  private func document(maxRows: Int) -> ReportDocument {
    let shown = remarkable.prefix(maxRows)
    let more = remarkable.count - shown.count
    var table = TextTable(["scenario", "metric", "base", "now", "change", "verdict"])
    for finding in shown {
      let mark: TextTable.Mark =
        switch finding.outcome {
        case .invalid, .regressed: .invalid
        case .improved: .best
        default: .plain
        }
      table.add(
        [
          finding.scenario, finding.metric.replacing("_per_action", with: ""), finding.base,
          finding.candidate, finding.change, finding.outcome.rawValue,
        ], mark)
    }
    return ReportDocument(
      blocks: [.heading(title)] + (shown.isEmpty ? [] : [.table(title: "", table)]) + [
        .paragraph(more > 0 ? "\(more) more findings are in check.xml." : ""),
        .list(
          title: "reasons",
          shown.filter { !$0.note.isEmpty }.map { "\($0.outcome.rawValue): \($0.line)" }),
        .list(title: "summary", summary),
      ] + nextStep)
  }

  /// The command that creates or updates the baseline, if that is the next step.
  private var nextStep: [ReportDocument.Block] {
    guard updated == nil, base == nil else { return [] }
    if missingBaseline != nil {
      return [.paragraph("Create the baseline and commit it:"), .command(updateCommand)]
    }
    // An update does not help where nothing was counted now.
    let isMissing = findings.contains { $0.outcome == .uncompared && !$0.candidate.isEmpty }
    guard has(.regressed, .improved, .new, .gone) || isMissing else { return [] }
    let condition = has(.regressed) ? "If this is intended, update" : "Update"
    return [.paragraph("\(condition) the baseline and commit it:"), .command(updateCommand)]
  }

  /// The comparisons and the findings.
  private var summary: [String] {
    var lines: [String] = []
    for gate in CheckFinding.Gate.allCases {
      let compared = findings.filter { $0.gate == gate }
      guard !compared.isEmpty else { continue }
      let counts = CheckFinding.Outcome.allCases.compactMap { outcome -> String? in
        let count = compared.count { $0.outcome == outcome }
        return count == 0 ? nil : "\(count) \(outcome.rawValue)"
      }
      lines.append(
        "\(gate.rawValue): \(CountText.text(Set(compared.map(\.scenario)).count, "scenario")) "
          + "compared with \(base ?? "the baseline"): " + counts.joined(separator: ", "))
    }
    if let visible = SortedSamples(rows.compactMap(\.mdeRatio)).median {
      lines.append(
        "time: median minimum detectable effect \(TextTable.percent(visible, sign: false))")
    }
    if let missingBaseline {
      lines.append(
        "no baseline for \(platform) at \(missingBaseline): nothing was compared")
    }
    if let updated, missing.isEmpty { lines.append("\(updated) was updated; commit it") }
    lines.append("elapsed: \(elapsed); reports are in \(out)")
    return lines
  }

  private var title: String {
    switch conclusion {
    case .fine: updated == nil ? "check: fine" : "check: the baseline was updated"
    case .regressed: "check: regressed"
    case .inconclusive: "check: no regression found, but some comparisons are undecided"
    case .incomplete where updated != nil:
      "check: the baseline was updated without \(missing.joined(separator: ", "))"
    case .incomplete:
      hasCompared
        ? "check: no regression found, but some comparisons were not possible"
        : "check: nothing was compared"
    case .invalid: "check: invalid"
    }
  }

  /// Writes `check.md`, `check.xml` and, if pairs were run, `compare.csv`.
  ///
  /// - Throws: An error if the directory cannot be written.
  package func write() throws {
    do {
      try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
      try WholeFile.write(markdown, to: "\(out)/check.md")
      try WholeFile.write(junit, to: "\(out)/check.xml")
      if !rows.isEmpty {
        try WholeFile.write(CSVFormat.text(rows), to: "\(out)/\(CompareRow.fileName)")
      }
    } catch {
      throw PlanError.failed(
        option: "--out", path: out, reason: "must be a directory that can be written", error)
    }
  }
}
