import Testing

@testable import FlowHarness
@testable import FlowReports

/// The conclusion and the reports of a check.
struct CheckReportTests {
  private func report(_ outcomes: CheckFinding.Outcome...) -> CheckReport {
    var report = CheckReport(out: "out", base: nil, platform: "here")
    report.findings = outcomes.map { outcome in
      var finding = CheckFinding(
        gate: .counts, scenario: "counter/single/1/uniform/flow",
        metric: "allocations_per_action", outcome: outcome,
        note: outcome == .invalid ? "a \"note\" | <with>, 100 %\nlines" : "")
      (finding.base, finding.candidate, finding.change) = ("0", "1.00", "+1.00")
      return finding
    }
    return report
  }

  @Test func `the worst outcome is the conclusion`() {
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
        "no baseline for here at results/baseline/here.csv: nothing was compared\n"))
    #expect(
      missing.text(isColoured: false).hasSuffix(
        "Create the baseline and commit it:\n\n  make baseline\n\n"))
    #expect(missing.markdown.hasPrefix("### check: nothing was compared\n"))
    var updated = report(.regressed)
    updated.updated = "file"
    #expect(updated.conclusion == .fine)
    #expect(updated.markdown.hasPrefix("### check: the baseline was updated\n"))
    #expect(updated.markdown.contains("file was updated; commit it"))
    // Never fine if a part was not counted.
    updated.missing = ["allocations_per_action", "retains_per_action"]
    #expect(updated.conclusion == .incomplete)
    #expect(
      updated.markdown.hasPrefix(
        "### check: the baseline was updated without allocations_per_action, retains_per_action\n"))
    #expect(!updated.markdown.contains("commit it"))
  }

  @Test func `a base that failed in every scenario is reported as a whole`() {
    func finding(_ outcome: CheckFinding.Outcome, isBaseFault: Bool) -> CheckFinding {
      var finding = CheckFinding(
        gate: .counts, scenario: "s", metric: "counts", outcome: outcome, note: "crashed")
      finding.isBaseFault = isBaseFault
      return finding
    }
    var report = CheckReport(out: "out", base: "other", platform: "here")
    #expect(report.baseFault == nil)
    report.findings.append(finding(.uncompared, isBaseFault: true))
    #expect(report.baseFault == "crashed")
    report.findings.append(finding(.new, isBaseFault: false))
    #expect(report.baseFault == nil)
  }

  @Test func `unchanged scenarios are counted but not listed`() {
    let text = report(.same, .same, .regressed).text(isColoured: false)
    #expect(text.split(separator: "\n").filter { $0.contains("counter/single") }.count == 1)
    #expect(text.contains("counts: 1 scenario compared with the baseline: 2 same, 1 regressed"))
    #expect(text.contains("make baseline"))
    #expect(!report(.same).text(isColoured: false).contains("counter/single"))
  }

  @Test func `the Markdown lists regressions and fits a comment`() {
    let few = report(.regressed).markdown
    #expect(
      few.contains(
        "| counter/single/1/uniform/flow | allocations | 0 | 1.00 | +1.00 | regressed |"
      ))
    var many = CheckReport(out: "out", base: nil, platform: "here")
    many.findings = (0..<2000).flatMap { _ in report(.regressed).findings }
    #expect(many.markdown.count < 65_536)
    #expect(many.markdown.contains("1880 more findings are in check.xml."))
  }

  @Test func `the JUnit report escapes text and counts outcomes`() throws {
    let xml = report(.same, .regressed, .invalid, .new).junit
    #expect(xml.contains("tests=\"4\" failures=\"1\" errors=\"1\" skipped=\"1\""))
    #expect(xml.contains("a &quot;note&quot; | &lt;with&gt;, 100 % lines"))
    #expect(ReportDocument.escaped("a\u{0}\u{1F}b&c") == "ab&amp;c")
    #expect(ReportDocument.escaped("\"\u{301}&\u{301}") == "&quot;\u{301}&amp;\u{301}")
  }
}
