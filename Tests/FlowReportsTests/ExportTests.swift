import FlowTestSupport
import Foundation
import Measurement
import ResultFixtures
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowReports
@testable import FlowResults

/// Exports of a run with known numbers.
struct ExportTests {
  private func golden(_ name: String) throws -> String {
    try Repository.text("Tests/FlowReportsTests/Golden/\(name)")
  }

  @Test(arguments: [
    (ExportFormat.go, "export-go.txt"), (.actionBenchmark, "export-action-benchmark.json"),
  ])
  func `a known run is exported as a known text`(format: ExportFormat, file: String) throws {
    let result = try ExportFixture.export(as: format)
    #expect(result.text == (try golden(file)))
    #expect(result.warnings == ["omitted \(ExportFixture.broken.id): crashed:"])
  }

  @Test func `one metric can be exported`() throws {
    let go = try #require(
      try ExportFixture.export(as: .go) { $0.metric = "retains_per_action" }.text)
    let lines = go.split(separator: "\n").filter { $0.hasPrefix("Benchmark") }
    #expect(
      lines == [
        "BenchmarkFlow/workload=shop/topology=single/features=10/design=flow-1 600 2 retains/op"
      ])
    let action = try ExportFixture.export(as: .actionBenchmark) {
      $0.metric = "bytes_per_action"
    }
    #expect(action.text?.contains("\"\(ExportFixture.plain.id) B/op\"") == true)
    #expect(
      action.warnings.contains(
        "omitted \(ExportFixture.special.id): bytes_per_action was not measured"))
    // Three windows are too few for an interval.
    #expect(action.text?.contains("range") == false)
  }

  @Test func `every metric has a unit of its own`() {
    let units = SummaryMetric.all.map(\.unit)
    #expect(Set(units).count == units.count)
    #expect(units.allSatisfy { !$0.contains("_") && !$0.contains(" ") })
    #expect(SummaryMetric.cpu.unit == "cpu-ns/op")
    #expect(SummaryMetric.named("thread_cpu_ns_per_action")?.unit == "thread-cpu-ns/op")
    #expect(SummaryMetric.named("instructions_per_action")?.unit == "instructions/op")
  }

  @Test func `counts are on the lines of their round, and those of all passes once`()
    throws
  {
    var timed = ExportFixture.samples(ExportFixture.plain, [[10], [20]])
    var counted = ExportFixture.counts(ExportFixture.plain, allocations: 1, bytes: 64, retains: 3)
    for index in timed.indices { timed[index].notifications = 2 }
    for index in counted.indices { (counted[index].notifications, counted[index].round) = (9, 2) }
    let go = try #require(try ExportFixture.export(timed + counted, as: .go).text)
    let lines = go.split(separator: "\n").filter { $0.hasPrefix("Benchmark") }
    #expect(
      lines.map { $0.drop { $0 != " " } } == [
        " 1000 10 ns/op 2 notifications/op", " 1000 20 ns/op 2 notifications/op",
        " 600 64 B/op 1 allocs/op 3 retains/op",
      ])
  }

  @Test func `a name has the affinity if the number of cores does not show it`() throws {
    let rows = ExportFixture.samples(ExportFixture.special, [[5, 6, 7]])
    func name(cores: Int) throws -> Substring? {
      var run = RunRow.full
      run.cpuCount = cores
      let go = try #require(try ExportFixture.export(rows, run: run, as: .go).text)
      return go.split(separator: "\n").last?.split(separator: " ").first
    }
    #expect(try name(cores: 8)?.hasSuffix("/completion=suspending/design=middleware-8") == true)
    #expect(try name(cores: 1)?.hasSuffix("/affinity=free/design=middleware-1") == true)
  }

  @Test func `wrong requests are refused in one line`() throws {
    let refusals = [
      try ExportFixture.refusal(as: .go) { $0.run = "/nowhere" },
      try ExportFixture.refusal(as: .go) { $0.filter = "(" },
      try ExportFixture.refusal(as: .go) { $0.filter = "nothing like it" },
      try ExportFixture.refusal(as: .go) { $0.metric = "speed" },
      try ExportFixture.refusal(as: .actionBenchmark) { $0.metric = "instructions_per_action" },
      try ExportFixture.refusal(
        [.failed(ExportFixture.broken, "hung")], as: .actionBenchmark),
    ]
    let beginnings = [
      "RUN: must be the directory of a run", "--filter: must be a regular expression",
      "--filter: must leave at least one scenario", "--metric: no metric is called 'speed'",
      "--metric: nothing is left to export: omitted", "RUN: nothing is left to export: omitted",
    ]
    for (refusal, beginning) in zip(refusals, beginnings) {
      #expect(refusal?.hasPrefix(beginning) == true, "\(refusal ?? "nothing")")
      #expect(refusal?.contains("\n") == false)
    }
  }
}

/// The files of an export.
struct ExportOutTests {
  @Test func `a file is replaced as a whole`() throws {
    let path = temporaryPath()
    try Data("old".utf8).write(to: URL(filePath: path))
    let printed = try ExportFixture.export(as: .go)
    let written = try ExportFixture.export(as: .go) { $0.out = path }
    #expect(written.text == nil)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == printed.text)
    #expect(!FileManager.default.fileExists(atPath: path + ".new"))
  }

  @Test func `links and devices are not replaced`() throws {
    let link = temporaryPath()
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/dev/null")
    for out in [link, NSTemporaryDirectory(), "/nowhere/at/all"] {
      let refusal = try ExportFixture.refusal(as: .go) { $0.out = out }
      #expect(refusal == "--out: must be a plain file that can be written, got '\(out)'")
    }
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "/dev/null")
  }

  @Test func `each scenario of a merged run has the facts of its own machine`() throws {
    var other = RunRow.full
    (other.runID, other.cpuModel, other.cpuCount) = ("other", "Slow CPU", 8)
    (other.warning, other.commit) = ("", "")
    let rows = ExportFixture.rows.map { row in
      var row = row
      if row.dimensions.scenario == ExportFixture.special.id { row.runID = other.runID }
      return row
    }
    let fixture = try RunFixture(rows, others: [other])
    func text(_ format: ExportFormat) throws -> String {
      try #require(try Export(ExportOptions(run: fixture.path, format: format)).write())
    }
    let lines = try text(.go).split(separator: "\n").map(String.init)
    let second = try #require(lines.firstIndex(of: "cpu: Slow CPU"))
    #expect(
      lines[..<second].filter { $0.hasPrefix("Benchmark") }.allSatisfy { $0.contains("flow-1 ") })
    #expect(
      lines[second...].filter { $0.hasPrefix("Benchmark") }.allSatisfy {
        $0.contains("middleware-8 ")
      })
    // An empty value deletes the commit of the machine before.
    #expect(lines[second...].contains("commit: "))
    let json = try JSONDecoder().decode(
      [[String: JSONCell]].self, from: Data(text(.actionBenchmark).utf8))
    #expect(json.map { $0["extra"]?.text.contains("run: other") } == [false, true])
    #expect(json.map { $0["extra"]?.text.contains("cpu: Slow CPU") } == [false, true])
  }

  /// A cell of JSON that is a text, or something else.
  private struct JSONCell: Decodable {
    let text: String
    init(from decoder: any Decoder) throws {
      text = (try? decoder.singleValueContainer().decode(String.self)) ?? ""
    }
  }

  @Test func `rows of a run that runs.csv lacks are refused`() throws {
    var rows = ExportFixture.rows
    rows[0].runID = "foreign"
    for index in rows.indices where rows[index].dimensions.scenario == rows[0].dimensions.scenario {
      rows[index].runID = "foreign"
    }
    let refusal = try ExportFixture.refusal(rows, as: .go)
    #expect(
      refusal?.contains("runs.csv lacks run_id 'foreign' of samples.csv") == true,
      "\(refusal ?? "")")
  }
}
