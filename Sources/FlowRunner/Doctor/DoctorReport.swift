import FlowResults
import Foundation
import Rainbow

/// The report of `flowbench doctor`.
package struct DoctorReport: Encodable, Sendable {
  /// One for each check, in their order.
  package let findings: [Finding]
  /// A Boolean value that indicates whether the build measures what it claims to.
  package let isRight: Bool

  init(findings: [Finding]) {
    self.findings = findings
    isRight = !findings.contains { $0.level == .wrong }
  }

  /// The findings for a reader: level, subject and facts, and below them the remedy.
  package var text: String { text(isColoured: StandardOutput.wantsColours) }

  static let width = 100

  func text(isColoured: Bool) -> String {
    let levels = Finding.Level.allCases.map(\.rawValue.count).max() ?? 0
    let subjects = findings.map(\.subject.count).max() ?? 0
    let indent = levels + subjects + 4
    var text = ""
    for finding in findings {
      let level = finding.level.rawValue.padding(toLength: levels, withPad: " ", startingAt: 0)
      let subject = finding.subject.padding(toLength: subjects, withPad: " ", startingAt: 0)
      var lines = TextWrap.lines(finding.what, width: Self.width - indent)
      if let remedy = finding.remedy {
        // A continued remedy stands below its first word, not below the arrow.
        let remedy = TextWrap.lines(remedy, width: Self.width - indent - 2)
        lines += remedy.enumerated().map { ($0 == 0 ? "→ " : "  ") + $1 }
      }
      let shown = isColoured ? TerminalColour.painted(level, finding.level.colour) : level
      for (index, line) in lines.enumerated() {
        let margin = String(repeating: " ", count: indent)
        text += (index == 0 ? "\(shown)  \(subject)  " : margin) + line + "\n"
      }
    }
    return text + "\n" + verdict + "\n"
  }

  /// The last line: the number of findings of each level, and the consequence.
  private var verdict: String {
    let counts = Finding.Level.allCases.compactMap { level -> String? in
      let count = findings.count { $0.level == level }
      return count == 0 ? nil : "\(count) \(level.rawValue)"
    }
    return counts.joined(separator: ", ") + (isRight ? "" : "; do not use results of this build")
  }

  /// Returns the findings as JSON, and whether the build is right.
  package func json() throws -> String { try JSONText.encoded(self) }
}

/// The result of one check of `flowbench doctor`.
package struct Finding: Encodable, Equatable, Sendable {
  /// The seriousness of a finding, from harmless to fatal.
  package enum Level: String, Encodable, Sendable, CaseIterable {
    case fine
    /// Something cannot be measured here.
    case missing
    /// Numbers will scatter or drift.
    case spoils
    /// The build does not measure what it claims to: none of its numbers are usable.
    case wrong

    fileprivate var colour: NamedColor {
      switch self {
      case .fine: .green
      case .missing: .cyan
      case .spoils: .yellow
      case .wrong: .red
      }
    }
  }

  package let level: Level
  package let subject: String
  /// The facts, in words.
  package let what: String
  /// The next step; `nil` if there is none.
  package let remedy: String?

  init(_ level: Level, _ subject: String, _ what: String, remedy: String? = nil) {
    self.level = level
    self.subject = subject
    self.what = what
    self.remedy = remedy
  }
}
