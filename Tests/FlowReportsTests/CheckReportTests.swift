import FlowTestSupport
import Foundation
import Testing

@testable import FlowHarness
@testable import FlowReports

/// What a check says, and how it ends.
struct CheckReportTests {
  private func report(_ outcomes: CheckFinding.Outcome...) -> CheckReport {
    var report = CheckReport(out: "out", base: nil, platform: "here")
    report.counted(
      outcomes.map { outcome in
        CheckFinding(
          gate: .counts, scenario: "counter/single/1/uniform/flow",
          metric: "allocations_per_action", outcome: outcome, base: "0", candidate: "1.00",
          change: "+1.00", note: outcome == .invalid ? "a \"note\" | <with>, 100 %\nlines" : "")
      })
    return report
  }

  @Test func `the worst decides`() {
    #expect(report(.same, .improved).conclusion == .fine)
    #expect(report(.same, .new).conclusion == .inconclusive)
    #expect(report(.same, .gone).conclusion == .incomplete)
    #expect(report(.same, .uncompared).conclusion == .incomplete)
    #expect(report(.uncompared, .regressed).conclusion == .regressed)
    #expect(report(.same, .inconclusive).conclusion == .inconclusive)
    #expect(report(.inconclusive, .regressed).conclusion == .regressed)
    #expect(report(.regressed, .invalid).conclusion == .invalid)
    var missing = report()
    missing.missingBaseline = "results/baseline/here.csv"
    #expect(missing.conclusion == .incomplete)
    #expect(
      missing.text(isColoured: false).contains(
        "no baseline for here, looked for as results/baseline/here.csv: nothing was compared; "
          + "create it, and commit it: make baseline\ncheck: nothing was compared in "))
    var updated = report(.regressed)
    updated.updated = "file"
    #expect(updated.conclusion == .fine)
  }

  @Test func `a base that failed in every scenario is of no use`() {
    func finding(_ outcome: CheckFinding.Outcome, isBaseFault: Bool) -> CheckFinding {
      var finding = CheckFinding(
        gate: .counts, scenario: "s", metric: "counts", outcome: outcome, note: "crashed")
      finding.isBaseFault = isBaseFault
      return finding
    }
    var report = CheckReport(out: "out", base: "other", platform: "here")
    #expect(report.baseFault == nil)
    report.counted([finding(.uncompared, isBaseFault: true)])
    #expect(report.baseFault == "crashed")
    report.counted([finding(.new, isBaseFault: false)])
    #expect(report.baseFault == nil)
  }

  @Test func `what is as it was takes no room`() {
    let text = report(.same, .same, .regressed).text(isColoured: false)
    #expect(text.split(separator: "\n").filter { $0.contains("counter/single") }.count == 1)
    #expect(text.contains("counts: 1 scenario against the baseline: 2 same, 1 regressed"))
    #expect(text.contains("make baseline"))
    #expect(!report(.same).text(isColoured: false).contains("counter/single"))
  }

  @Test func `a comment names what regressed, and stays a comment`() {
    let few = report(.regressed).markdown
    #expect(
      few.contains(
        "| `counter/single/1/uniform/flow` | allocations_per_action | 0 | 1.00 | +1.00 | regressed |"
      ))
    var many = CheckReport(out: "out", base: nil, platform: "here")
    many.counted((0..<2000).flatMap { _ in report(.regressed).findings })
    #expect(many.markdown.count < 65_536)
    #expect(many.markdown.contains("and 1800 more in `check.xml`"))
  }

  @Test func `JUnit's XML is well formed and counts`() throws {
    let xml = JUnitReport(report(.same, .regressed, .invalid, .new)).xml
    #expect(xml.contains("tests=\"4\" failures=\"1\" errors=\"1\" skipped=\"1\""))
    #expect(xml.contains("a &quot;note&quot; | &lt;with&gt;, 100 % lines"))
    #expect(JUnitReport.escaped("a\u{0}\u{1F}b&c") == "ab&amp;c")
  }

  @Test func `annotations are made for GitHub's runner alone, and escaped as it asks`() throws {
    #expect(WorkflowAnnotations(report(.regressed), environment: [:]) == nil)
    let here = ["GITHUB_ACTIONS": "true"]
    let text = try #require(WorkflowAnnotations(report(.regressed), environment: here)).text
    #expect(
      text == "::error title=flowbench%3A regressed::allocations_per_action of "
        + "counter/single/1/uniform/flow: 0 → 1.00 (+1.00)\n")
    let invalid = try #require(WorkflowAnnotations(report(.invalid), environment: here)).text
    #expect(invalid.contains("100 %25%0Alines") && invalid.count { $0 == "\n" } == 1)
    let nothing = try #require(WorkflowAnnotations(report(.same, .new), environment: here)).text
    #expect(nothing.isEmpty)
  }

  @Test func `the job's summary is added to, not replaced`() throws {
    let path = temporaryPath()
    try Data("before\n".utf8).write(to: URL(filePath: path))
    let environment = ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": path]
    try #require(WorkflowAnnotations(report(.regressed), environment: environment))
      .addToSummary(environment: environment)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.hasPrefix("before\n### Check: regressed\n"))
  }
}
