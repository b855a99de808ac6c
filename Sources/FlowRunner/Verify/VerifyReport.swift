import FlowResults
import PlainText
import Rainbow

/// The report of `flowbench verify`.
package struct VerifyReport: Sendable {
  let records: [VerifyRecord]
  package let isInterrupted: Bool

  init(records: [VerifyRecord], isInterrupted: Bool = false) {
    self.records = records
    self.isInterrupted = isInterrupted
  }

  private struct Owned {
    let design: String
    let finding: VerifyFinding
  }

  private var findings: [Owned] {
    records.flatMap { record in
      record.findings.map { Owned(design: record.design.id, finding: $0) }
    }
  }

  /// A Boolean value that indicates whether no claim was found not to hold.
  package var isValid: Bool { findings.allSatisfy { $0.finding.severity != .error } }

  private static let width = 100

  /// A row for each claim of each design, and below a line for each finding.
  package var text: String { text(isColoured: StandardOutput.wantsColours) }

  func text(isColoured: Bool) -> String {
    let width = records.map(\.design.id.count).max() ?? 0
    var table = TextTable(["design and claim", "found", "actions", "scenarios", "seeds"])
    for row in records.flatMap(\.rows) {
      let label = Self.padded(row.design, width) + "  " + row.claim.rawValue
      let isTried = row.scenarios > 0
      let counts = [row.actions, row.scenarios, row.seeds].map {
        isTried ? CountText.grouped($0) : "–"
      }
      table.add([label, row.verdictText] + counts, row.verdict == .error ? .invalid : .plain)
    }
    var text = table.text(width: Self.width, isColoured: isColoured)
    let errors = findings.filter { $0.finding.severity == .error }
    let notes = findings.filter { $0.finding.severity == .note }
    if !findings.isEmpty { text += "\n" }
    for owned in errors + notes { text += line(owned, isColoured: isColoured) + "\n" }
    return text + "\n" + verdict(errors.count, notes.count) + "\n"
  }

  private func line(_ owned: Owned, isColoured: Bool) -> String {
    let finding = owned.finding
    let isError = finding.severity == .error
    let word = isError ? "ERROR" : "note "
    let shown =
      isColoured ? TerminalColour.painted(word, isError ? .red : .yellow) : word
    return "\(shown)  \(owned.design) \(finding.kind.claim.rawValue), \(finding.kind.rawValue): "
      + finding.text
  }

  private func verdict(_ errors: Int, _ notes: Int) -> String {
    guard errors > 0 else {
      return "every claim that was tried holds"
        + (notes > 0 ? "; \(CountText.text(notes, "note"))" : "")
    }
    return "\(CountText.text(errors, "error")), \(CountText.text(notes, "note")): "
      + "what does not hold must not be timed"
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// The rows and the findings as JSON.
  ///
  /// - Throws: What the encoder throws.
  package func json() throws -> String {
    let claims = records.flatMap(\.rows).map { row -> [String: Any] in
      [
        "design": row.design, "claim": row.claim.rawValue, "verdict": row.verdict.rawValue,
        "actions": row.actions, "scenarios": row.scenarios, "seeds": row.seeds,
      ]
    }
    let findings = findings.map { owned -> [String: Any] in
      let finding = owned.finding
      var item: [String: Any] = [
        "design": owned.design, "claim": finding.kind.claim.rawValue,
        "severity": finding.severity.rawValue, "kind": finding.kind.rawValue,
        "scenario": finding.scenario, "seed": finding.seed, "expected": finding.expected,
        "found": finding.found, "count": finding.count, "scenarios": finding.scenarios,
      ]
      if let action = finding.action { item["action"] = action }
      return item
    }
    return try JSONText.object(["isValid": isValid, "claims": claims, "findings": findings])
  }
}
