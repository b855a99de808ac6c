package import FlowResults
import Foundation

/// A check as annotations of a pull request by GitHub's runner.
package struct WorkflowAnnotations {
  /// The variable that the runner sets.
  static let variable = "GITHUB_ACTIONS"
  /// The variable with the path of the job's summary.
  static let summaryVariable = "GITHUB_STEP_SUMMARY"

  private let report: CheckReport

  /// Annotations, if this process runs in such a workflow; otherwise `nil`.
  package init?(_ report: CheckReport, environment: [String: String]) {
    guard environment[Self.variable] == "true" else { return nil }
    self.report = report
  }

  /// A line for each finding to see; GitHub shows ten of each kind.
  package var text: String {
    report.remarkable.compactMap { finding -> String? in
      let kind: String? =
        switch finding.outcome {
        case .regressed, .invalid, .uncompared: "error"
        case .gone: "warning"
        case .improved: "notice"
        case .new, .inconclusive, .same: nil
        }
      guard let kind else { return nil }
      let title = Self.escapedProperty("flowbench: \(finding.outcome.rawValue)")
      return "::\(kind) title=\(title)::\(Self.escaped(finding.line))\n"
    }.joined()
  }

  /// Adds the report to the summary of the job, if there is one.
  ///
  /// - Throws: `SystemError` if that file cannot be written.
  package func addToSummary(environment: [String: String]) throws(SystemError) {
    guard let path = environment[Self.summaryVariable], !path.isEmpty,
      let file = FileHandle(forWritingAtPath: path)
    else { return }
    do {
      try file.seekToEnd()
      try file.write(contentsOf: Data(report.markdown.utf8))
      try file.close()
    } catch { throw SystemError(path, error) }
  }

  /// A message, escaped as by the runner's toolkit.
  static func escaped(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  /// A property, escaped as by the runner's toolkit.
  static func escapedProperty(_ text: String) -> String {
    escaped(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
