import PublishedDesigns
import ResultFixtures
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowRunner

/// The options and the report of a verification.
@MainActor
struct VerifyReportTests {
  private static func message(_ change: (inout OptionTexts) throws -> Void) -> String {
    var options = OptionTexts()
    do {
      try change(&options)
      _ = try VerifyPlan(options, catalogue: .standard())
      return ""
    } catch { return "\(error)" }
  }

  @Test func `wrong options are refused in one line`() {
    #expect(
      Self.message { $0.set("design", "flwo") }
        .hasPrefix("--design: no design is called 'flwo'; did you mean 'flow'? choose from floor"))
    #expect(
      Self.message { $0.set("workload", "cart") }.hasPrefix(
        "--workload: no workload is called 'cart'")
    )
    #expect(
      Self.message { $0.set("topology", "ring") }
        .hasPrefix("--topology: no topology is called 'ring'"))
    #expect(
      Self.message { $0.set("seeds", "0") } == "--seeds: must be 1 to 1000, got 0")
    #expect(Self.message { $0.set("limit", "-1") }.hasPrefix("--limit: must be "))
    let nothing = Self.message {
      $0.set("design", "publisher")
      $0.set("topology", "scoped")
    }
    #expect(nothing.hasPrefix("no scenario is left: publisher cannot run "))
  }

  @Test func `lists select designs, workloads and topologies`() throws {
    var options = OptionTexts()
    options.set("design", "flow,floor")
    options.set("workload", "search")
    options.set("topology", "single")
    options.set("seeds", "3")
    let plan = try VerifyPlan(options, catalogue: .standard())
    #expect(plan.designs.map(\.id) == ["floor", "flow"])
    let flow = try #require(plan.designs.last)
    #expect(Set(flow.cases.map(\.seed)) == [1, 2, 3])
    #expect(Set(flow.cases.map(\.scenario.topology)) == [.single])
    #expect(Set(flow.cases.map(\.scenario.workload)) == ["search", "sequence"])
    #expect(Set(flow.cases.map(\.scenario.features)) == [1, 4])
    #expect(Set(flow.cases.map(\.scenario.completion)) == [.immediate, .suspending, .service])
    #expect(flow.claims == Set(VerifyClaim.allCases))
    #expect(plan.designs.first?.claims == [.state, .settled, .effects, .order, .process])
  }

  @Test func `the smallest of several sizes is verified, and others on request`() throws {
    func rows(_ workload: String?) throws -> Set<String> {
      var options = OptionTexts()
      options.set("design", "floor")
      options.set("workload", to: workload.map { [$0] })
      let plan = try VerifyPlan(options, catalogue: .standard())
      let ids = try #require(plan.designs.first).cases.map(\.scenario.workload)
      return Set(ids.filter { $0.hasPrefix("rows-s") || $0.hasPrefix("crunch") })
    }
    #expect(try rows(nil) == ["rows-sort-100", "rows-select-100", "crunch-20000"])
    #expect(try rows("rows-sort-10000") == ["rows-sort-10000"])
  }

  private static func record(_ findings: [VerifyFault]) throws -> VerifyRecord {
    var options = OptionTexts()
    options.set("design", "flow")
    let design = try #require(
      try VerifyPlan(options, catalogue: .standard()).designs.first)
    var record = VerifyRecord(design)
    let cases = design.cases.filter { $0.kind == .steps }.prefix(4)
    for check in cases {
      var outcome = CaseOutcome(check)
      outcome.tried = [.state: 600, .settled: 600, .notifications: 600]
      for kind in findings { outcome.add(kind, 5, "this", "that") }
      record.add(check, outcome)
    }
    return record
  }

  @Test func `a row states whether a claim holds, and a line why not`() throws {
    let report = VerifyReport(records: [try Self.record([.actionLost, .notificationWasted])])
    #expect(!report.isValid)
    let text = report.text(isColoured: false)
    let lines = text.split(separator: "\n").map(String.init)
    func words(_ claim: String) -> [String] {
      let line = lines.first { $0.hasPrefix("flow  \(claim) ") } ?? ""
      return line.split(separator: " ").dropFirst(2).map(String.init)
    }
    #expect(words("state") == ["ERROR", "2,400", "2", "2"], "\(text)")
    #expect(words("settled") == ["held", "2,400", "2", "2"])
    #expect(words("notifications") == ["note", "2,400", "2", "2"])
    #expect(words("order") == ["not", "tried", "–", "–", "–"])
    #expect(
      lines.contains(
        "ERROR  flow state, action-lost: action 5 of counter/single/1/uniform/flow, seed 1: "
          + "expected this, found that; 4 times in 2 scenarios"), "\(text)")
    #expect(lines.contains { $0.hasPrefix("note   flow notifications, notification-wasted: ") })
    #expect(lines.last == "1 error, 1 note: do not measure a design that has an error")
    #expect(!text.contains("\u{1B}"))
    #expect(report.text(isColoured: true).contains("\u{1B}"))
    #expect(try report.json().contains("\"kind\" : \"action-lost\""))
  }

  @Test func `a claim whose cases did not all run is not tried`() throws {
    var record = try Self.record([])
    #expect(record.rows.first?.verdict == .held)
    let check = try #require(record.design.cases.first)
    record.add(VerifyFinding(.hung, check, action: 3, expected: "this", found: "that"))
    record.incomplete.insert(.steps)
    let verdicts = Dictionary(
      uniqueKeysWithValues: record.rows.map { ($0.claim, $0.verdict) })
    #expect(verdicts[.state] == .notTried)
    #expect(verdicts[.process] == .error)
    #expect(!VerifyReport(records: [record]).isValid)
    #expect(VerifyReport(records: [try Self.record([])]).isValid)
  }
}
