package import FlowResults
import Foundation
import Measurement
import PlainText

/// The findings of a check, and its conclusion.
package struct CheckReport {
  let out: String
  /// The name of the other revision; `nil`: the stored baseline.
  let base: String?
  let platform: String
  private(set) var findings: [CheckFinding] = []
  private(set) var rows: [CompareRow] = []
  /// The path of the baseline, if there is none.
  package var missingBaseline: String?
  /// The command that creates or updates the baseline.
  let updateCommand: String
  /// The baseline that was updated.
  package var updated: String?
  package var elapsed = ""

  package init(
    out: String, base: String?, platform: String, updateCommand: String = "make baseline"
  ) {
    self.updateCommand = updateCommand
    self.out = out
    self.base = base
    self.platform = platform
  }

  package mutating func counted(_ findings: [CheckFinding]) { self.findings += findings }

  package mutating func timed(_ result: TimedFinding) {
    findings.append(result.finding)
    if let row = result.row { rows.append(row) }
  }

  /// The conclusion of a check.
  package enum Conclusion: Sendable {
    case fine
    case regressed
    /// Something is new, or could not be decided.
    case inconclusive
    /// Something that the gate requires was not compared, or nothing at all was.
    case incomplete
    case invalid
  }

  /// The worst outcome; an updated baseline is always fine.
  package var conclusion: Conclusion {
    if has(.invalid) { return .invalid }
    if updated != nil { return .fine }
    if has(.regressed) { return .regressed }
    if !hasCompared || has(.uncompared) || has(.gone) { return .incomplete }
    return has(.inconclusive) || has(.new) ? .inconclusive : .fine
  }

  /// A Boolean value that indicates whether anything was compared.
  private var hasCompared: Bool {
    missingBaseline == nil && [.same, .improved, .regressed, .inconclusive].contains { has($0) }
  }

  /// The reason if the base failed in every scenario; otherwise `nil`.
  package var baseFault: String? {
    let failed = findings(.uncompared).filter { $0.isBaseFault }
    guard let first = failed.first, findings.allSatisfy(\.isBaseFault) else { return nil }
    return first.note
  }

  private func has(_ outcome: CheckFinding.Outcome) -> Bool {
    findings.contains { $0.outcome == outcome }
  }

  func findings(_ outcome: CheckFinding.Outcome, of gate: CheckFinding.Gate? = nil)
    -> [CheckFinding]
  {
    findings.filter { $0.outcome == outcome && (gate == nil || $0.gate == gate) }
  }

  /// The findings to read, the worst first.
  var remarkable: [CheckFinding] {
    let order: [CheckFinding.Outcome] = [
      .invalid, .regressed, .uncompared, .improved, .new, .gone, .inconclusive,
    ]
    return order.flatMap { findings($0) }
  }
}

// MARK: - For a reader

extension CheckReport {
  /// The table of remarkable findings, and a line for each gate.
  package var text: String { text(isColoured: StandardOutput.wantsColours) }

  func text(isColoured: Bool) -> String {
    var text = ""
    if !remarkable.isEmpty {
      text += table.text(width: CompareReport.width, isColoured: isColoured) + "\n"
    }
    for finding in remarkable where !finding.note.isEmpty {
      text += "\(finding.outcome.rawValue): \(finding.line)\n"
    }
    return text + summary.map { $0 + "\n" }.joined()
  }

  private var table: TextTable {
    var table = TextTable(["scenario", "metric", "base", "now", "change", "verdict"])
    for finding in remarkable {
      table.add(
        [
          finding.scenario, finding.metric.replacing("_per_action", with: ""), finding.base,
          finding.candidate, finding.change, finding.outcome.rawValue,
        ], mark(finding.outcome))
    }
    return table
  }

  private func mark(_ outcome: CheckFinding.Outcome) -> TextTable.Mark {
    switch outcome {
    case .invalid, .regressed: .invalid
    case .improved: .best
    default: .plain
    }
  }

  /// The comparisons, the findings and the next step: a line each.
  var summary: [String] {
    var lines: [String] = []
    for gate in CheckFinding.Gate.allCases {
      let looked = findings.filter { $0.gate == gate }
      guard !looked.isEmpty else { continue }
      let scenarios = Set(looked.map(\.scenario)).count
      let counts = CheckFinding.Outcome.allCases.compactMap { outcome -> String? in
        let count = looked.count { $0.outcome == outcome }
        return count == 0 ? nil : "\(count) \(outcome.rawValue)"
      }
      lines.append(
        "\(gate.rawValue): \(CountText.text(scenarios, "scenario")) against "
          + "\(base ?? "the baseline"): " + counts.joined(separator: ", "))
    }
    if let visible = SortedSamples(rows.compactMap(\.mdeRatio)).median {
      lines.append(
        "time: half of the scenarios would have shown "
          + "\(TextTable.percent(visible, sign: false)) or less")
    }
    if let missingBaseline {
      lines.append(
        "no baseline for \(platform), looked for as \(missingBaseline): nothing was compared; "
          + "create it, and commit it: \(updateCommand)")
    }
    if let updated { lines.append("\(updated) holds what was counted now; commit it") }
    if updated == nil, base == nil {
      if has(.regressed) {
        lines.append("if it is intended, update the baseline, and commit it: \(updateCommand)")
      } else if has(.improved) || has(.new) || has(.gone) || has(.uncompared) {
        lines.append("update the baseline, and commit it: \(updateCommand)")
      }
    }
    lines.append("\(title) in \(elapsed); reports in \(out)")
    return lines
  }

  /// The conclusion in a word or two.
  var title: String {
    switch conclusion {
    case .fine: "check: fine"
    case .regressed: "check: regressed"
    case .inconclusive: "check: no regression found, and not everything could be decided"
    case .incomplete:
      hasCompared
        ? "check: no regression found, and not everything was compared"
        : "check: nothing was compared"
    case .invalid: "check: invalid"
    }
  }

  /// A comment for a pull request: remarkable findings, up to a maximum number of rows, and the
  /// summary.
  var markdown: String {
    var text = "### \(title.prefix(1).uppercased() + title.dropFirst())\n\n"
    if !remarkable.isEmpty {
      text += "| scenario | metric | base | now | change | verdict |\n|---|---|--:|--:|--:|---|\n"
      for finding in remarkable.prefix(Self.maxRows) {
        text +=
          "| `\(finding.scenario)` | \(finding.metric) | \(finding.base) | \(finding.candidate) "
          + "| \(finding.change) | \(finding.outcome.rawValue)"
          + (finding.note.isEmpty ? "" : ": \(finding.note.replacing("|", with: "\\|"))") + " |\n"
      }
      let more = remarkable.count - Self.maxRows
      if more > 0 { text += "\nand \(more) more in `check.xml`\n" }
      text += "\n"
    }
    return text + summary.map { "- \($0)\n" }.joined()
  }

  /// A comment holds 65,536 characters; a row some 200.
  private static let maxRows = 200
}

// MARK: - Files

extension CheckReport {
  /// Writes `check.md`, `check.xml` and, if pairs were run, `compare.csv`.
  ///
  /// - Throws: `PlanError` if the directory cannot be written.
  package func write() throws(PlanError) {
    do {
      try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
      try WholeFile.write(markdown, to: "\(out)/check.md")
      try WholeFile.write(JUnitReport(self).xml, to: "\(out)/check.xml")
      if !rows.isEmpty {
        try WholeFile.write(CSVFormat.text(rows), to: "\(out)/\(CompareRow.fileName)")
      }
    } catch {
      throw .failed(
        option: "--out", path: out, reason: "must be a directory that can be written", error)
    }
  }
}
