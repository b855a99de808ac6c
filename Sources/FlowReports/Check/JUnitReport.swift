/// A check as JUnit XML: a suite for each gate, a case for each finding.
struct JUnitReport {
  private let report: CheckReport

  init(_ report: CheckReport) { self.report = report }

  /// The document: regressions are failures, invalid findings are errors, and findings that were
  /// not compared are skipped.
  var xml: String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"flowbench check\">\n"
    for gate in CheckFinding.Gate.allCases {
      let findings = report.findings.filter { $0.gate == gate }
      guard !findings.isEmpty else { continue }
      func count(_ outcomes: Set<CheckFinding.Outcome>) -> Int {
        findings.count { outcomes.contains($0.outcome) }
      }
      text += "  <testsuite name=\"\(gate.rawValue)\" tests=\"\(findings.count)\""
      text += " failures=\"\(count([.regressed]))\" errors=\"\(count([.invalid]))\""
      text += " skipped=\"\(count(Self.skipped))\">\n"
      text += findings.map { Self.testCase($0) }.joined()
      text += "  </testsuite>\n"
    }
    return text + "</testsuites>\n"
  }

  private static let skipped: Set<CheckFinding.Outcome> = [.new, .gone, .inconclusive, .uncompared]

  private static func testCase(_ finding: CheckFinding) -> String {
    let head =
      "    <testcase classname=\"\(escaped(finding.scenario))\" name=\"\(escaped(finding.metric))\""
    let message = "message=\"\(escaped(finding.line))\""
    switch finding.outcome {
    case .same, .improved: return head + "/>\n"
    case .regressed: return head + "><failure \(message)/></testcase>\n"
    case .invalid: return head + "><error \(message)/></testcase>\n"
    case .new, .gone, .inconclusive, .uncompared:
      return head + "><skipped \(message)/></testcase>\n"
    }
  }

  /// Text for an attribute, without characters that XML cannot hold.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\n", "\r", "\t": escaped += " "
      default: if scalar.value >= 0x20 { escaped.unicodeScalars.append(scalar) }
      }
    }
    return escaped
  }
}
