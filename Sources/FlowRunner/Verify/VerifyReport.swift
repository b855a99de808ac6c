import FlowResults
import PlainText
import Rainbow

/// The report of `flowbench verify`.
package struct VerifyReport: Sendable {
  let records: [VerifyRecord]
  package var isInterrupted = false

  private var findings: [(design: String, finding: VerifyFinding)] {
    records.flatMap { record in record.findings.map { (record.design.id, $0) } }
  }

  /// A Boolean value that indicates whether all tested claims hold.
  package var isValid: Bool { !findings.contains { $0.finding.isError } }

  /// A Boolean value that indicates whether a design does unnecessary work, or lacks an optional
  /// ability.
  package var hasNotes: Bool { findings.contains { !$0.finding.isError } }

  /// A row for each claim of each design, then a line for each finding.
  package var text: String { text(isColoured: StandardOutput.wantsColours) }

  func text(isColoured: Bool) -> String {
    let width = records.map(\.design.id.count).max() ?? 0
    var table = TextTable(["design and property", "result", "actions", "scenarios", "seeds"])
    for row in records.flatMap(\.rows) {
      let padding = String(repeating: " ", count: width - row.design.count)
      let counts = [row.actions, row.scenarios, row.seeds].map {
        row.scenarios > 0 ? CountText.grouped($0) : "–"
      }
      let isError = row.verdict == .error
      table.add(
        [
          "\(row.design)\(padding)  \(row.claim.rawValue)",
          isError ? "ERROR" : row.verdict.rawValue,
        ] + counts, isError ? .invalid : .plain)
    }
    let errors = findings.filter { $0.finding.isError }
    let notes = findings.filter { !$0.finding.isError }
    let lines = (errors + notes).map { design, finding in
      let word = finding.isError ? "ERROR" : "note "
      let shown =
        isColoured ? TerminalColour.painted(word, finding.isError ? .red : .yellow) : word
      return "\(shown)  \(design) \(finding.kind.claim.rawValue), \(finding.kind.rawValue): "
        + finding.text + "\n"
    }
    return table.text(width: 100, isColoured: isColoured) + (lines.isEmpty ? "" : "\n")
      + lines.joined() + "\n" + Self.verdict(errors.count, notes.count) + "\n"
  }

  private static func verdict(_ errors: Int, _ notes: Int) -> String {
    let noted = CountText.text(notes, "note")
    return errors > 0
      ? "\(CountText.text(errors, "error")), \(noted): do not measure a design that has an error"
      : "every tested property holds" + (notes > 0 ? "; \(noted)" : "")
  }

  /// Returns the rows and the findings as JSON.
  package func json() throws -> String {
    let claims = records.flatMap(\.rows).map { row -> [String: Any] in
      [
        "design": row.design, "claim": row.claim.rawValue, "verdict": row.verdict.rawValue,
        "actions": row.actions, "scenarios": row.scenarios, "seeds": row.seeds,
      ]
    }
    let findings = findings.map { design, finding -> [String: Any] in
      var item: [String: Any] = [
        "design": design, "claim": finding.kind.claim.rawValue,
        "severity": finding.kind.severity.rawValue, "kind": finding.kind.rawValue,
        "scenario": finding.scenario, "seed": finding.seed, "expected": finding.expected,
        "found": finding.found, "count": finding.count, "scenarios": finding.scenarios,
      ]
      item["action"] = finding.action
      return item
    }
    return try JSONText.object(["isValid": isValid, "claims": claims, "findings": findings])
  }
}
