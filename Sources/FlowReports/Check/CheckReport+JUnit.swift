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
