import ResultFixtures
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowReports
@testable import FlowResults
@testable import FlowRunner

/// The ranking of designs on one screen.
struct RunSummaryTests {
  private func row(
    _ workload: String, _ topology: Topology, _ features: Int, _ design: String, _ ns: Double,
    metric: String = "wall_ns_per_action"
  ) -> SummaryRow {
    var row = SummaryRow()
    row.dimensions = Dimensions(Scenario.sample(workload, topology, features, design))
    row.metric = metric
    row.estimate = ns
    row.isValid = true
    row.warning = "p90, p99 need up to 100 samples, got 9"
    return row
  }

  private func rows(designs: Int = 3) -> [SummaryRow] {
    (0..<designs).flatMap { index -> [SummaryRow] in
      let design = index == 0 ? "floor" : "design-\(index)"
      let ns = Double(100 * (designs - index))
      return [
        row("counter", .single, 1, design, ns / 10), row("echo", .single, 1, design, ns / 5),
        row("app", .single, 1, design, ns), row("app", .single, 100, design, 4 * ns),
        row("app", .perFeature, 100, design, 2 * ns),
        row("app", .single, 100, design, 1.5, metric: "allocations_per_action"),
        row("notes", .single, 1, design, ns),
      ]
    }
  }

  private func lines(_ rows: [SummaryRow]) throws -> [Substring] {
    try #require(RunSummary(rows).text(of: "DIR", isColoured: false))
      .split(separator: "\n", omittingEmptySubsequences: false)
  }

  @Test func `designs are ranked in the largest app, the fastest first`() throws {
    let lines = try lines(rows())
    let words = lines.map { $0.split(separator: " ").map(String.init) }
    #expect(
      lines[0].split(separator: "  ").map { $0.trimmingPrefix(" ") } == [
        "ns/action", "counter", "echo", "app", "app ×100", "app ×100 each", "allocs",
      ])
    #expect(words[2] == ["design-2", "10.0", "20.0", "100", "400", "200", "1.50"])
    #expect(words[3][0] == "design-1" && words[4][0] == "floor")
  }

  @Test func `commands below the table can be pasted`() throws {
    let text = try #require(RunSummary(rows()).text(of: "my run", isColoured: false))
    #expect(text.contains("scenarios: \(Executable.command("run")) --resume 'my run' --table\n"))
    #expect(text.contains("claims: \(Executable.command("claims")) --run 'my run'\n"))
    #expect(text.contains("figures: make plot 'RUN=my run'\n"))
  }

  @Test func `any number of designs fits one screen`() throws {
    for designs in [2, 14, 15, 60] {
      let lines = try lines(rows(designs: designs))
      #expect(lines.count - 1 <= RunSummary.maxLines, "\(designs)")
      // Commands are not wrapped.
      for line in lines where !line.contains(Executable.command()) {
        #expect(line.count <= RunSummary.width, "\(line)")
      }
    }
    let text = try #require(RunSummary(rows(designs: 16)).text(of: "DIR", isColoured: false))
    #expect(text.contains("2 more designs and all "))
  }

  @Test func `invalid rows and warnings are counted, except missing percentiles`() throws {
    var rows = rows()
    let fine = try lines(rows).joined(separator: "\n")
    #expect(!fine.contains("times: "))
    rows[0].isValid = false
    rows[1].warning += "; not pinned"
    rows[2].warning = "noisy: half of the samples lie more than 9 % from the median"
    rows[3].warning += "; " + Disturbance.otherProcesses + ", most of it backup"
    let text = try lines(rows).joined(separator: "\n")
    #expect(text.contains("18 measured times: 1 invalid, 3 with warnings\n"))
    #expect(text.contains("invalid  "))
  }

  @Test func `narrow and wide intervals are counted`() throws {
    var rows = rows()
    #expect(try !lines(rows).joined().contains("intervals"))
    for (index, share) in [0.02, 0.0299, 0.05, 0.25].enumerated() {
      let estimate = try #require(rows[index].estimate)
      rows[index].intervalLow = estimate * (1 - share)
      rows[index].intervalHigh = estimate * (1 + share)
    }
    #expect(
      try lines(rows).contains(
        "95 % intervals of 4 times: 2 within ±3 %, 3 within ±10 %; the widest is ±25.0 %"))
  }

  @Test func `a run without the usual cases shows those with the most designs`() throws {
    let rows = ["a", "b"].map { row("mine", .single, 10, $0, 5) } + [row("x", .single, 1, "a", 1)]
    let lines = try lines(rows)
    #expect(lines[0].contains("mine ×10") && !lines[0].contains(" x "))
    #expect(RunSummary([row("x", .single, 1, "a", 1)]).text(of: "DIR") == nil)
  }

  @Test func `rows on all cores or with views are not plain`() throws {
    var rows = rows()
    var free = row("counter", .single, 1, "design-1", 1)
    free.dimensions.affinity = Dimensions.free
    rows.insert(free, at: 0)
    var watched = row("counter", .single, 1, "design-1", 2)
    watched.dimensions.views = "list"
    rows.insert(watched, at: 0)
    #expect(try lines(rows)[3].split(separator: " ").map(String.init)[1] == "20.0")
  }
}
