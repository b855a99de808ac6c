package import FlowResults
import Foundation

extension CheckReport {
  /// The check as JUnit XML: a suite for each gate and a case for each finding.
  ///
  /// Regressions are failures, invalid findings are errors, and findings without a comparison are
  /// skipped.
  var junit: String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"flowbench check\">\n"
    for gate in CheckFinding.Gate.allCases {
      let findings = findings.filter { $0.gate == gate }
      guard !findings.isEmpty else { continue }
      func count(_ element: String) -> Int { findings.count { $0.outcome.junitElement == element } }
      text += "  <testsuite name=\"\(gate.rawValue)\" tests=\"\(findings.count)\""
      text += " failures=\"\(count("failure"))\" errors=\"\(count("error"))\""
      text += " skipped=\"\(count("skipped"))\">\n"
      for finding in findings {
        text += "    <testcase classname=\"\(ReportDocument.escaped(finding.scenario))\""
        text += " name=\"\(ReportDocument.escaped(finding.metric))\""
        text +=
          finding.outcome.junitElement.map { element in
            let message = ReportDocument.escaped(finding.line)
            return "><\(element) message=\"\(message)\"/></testcase>\n"
          } ?? "/>\n"
      }
      text += "  </testsuite>\n"
    }
    return text + "</testsuites>\n"
  }

  /// Returns the findings as annotations of a pull request; empty outside of GitHub's workflows.
  package func annotations(environment: [String: String]) -> String {
    guard environment["GITHUB_ACTIONS"] == "true" else { return "" }
    return remarkable.compactMap { finding -> String? in
      let kind: String? =
        switch finding.outcome {
        case .regressed, .invalid, .uncompared: "error"
        case .gone: "warning"
        case .improved: "notice"
        case .new, .inconclusive, .same: nil
        }
      // GitHub's toolkit escapes titles and messages in this way.
      let message = finding.line.replacing("%", with: "%25").replacing("\r", with: "%0D")
        .replacing("\n", with: "%0A")
      return kind.map { "::\($0) title=flowbench%3A \(finding.outcome.rawValue)::\(message)\n" }
    }.joined()
  }

  /// Appends the report to the summary of a GitHub job, if there is one.
  ///
  /// - Throws: `SystemError` if that file cannot be written.
  package func addToSummary(environment: [String: String]) throws(SystemError) {
    guard environment["GITHUB_ACTIONS"] == "true",
      let path = environment["GITHUB_STEP_SUMMARY"], !path.isEmpty,
      let file = FileHandle(forWritingAtPath: path)
    else { return }
    do {
      try file.seekToEnd()
      try file.write(contentsOf: Data(markdown.utf8))
      try file.close()
    } catch { throw SystemError(path, error) }
  }
}

extension CheckFinding.Outcome {
  /// The element of JUnit's XML; `nil` if the case passed.
  fileprivate var junitElement: String? {
    switch self {
    case .same, .improved: nil
    case .regressed: "failure"
    case .invalid: "error"
    case .new, .gone, .inconclusive, .uncompared: "skipped"
    }
  }
}
