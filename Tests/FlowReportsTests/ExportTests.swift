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
    (ExportFormat.go, "export-go.txt"), (.jmh, "export-jmh.json"),
    (.actionBenchmark, "export-action-benchmark.json"),
  ])
  func `a known run is exported as a known text`(format: ExportFormat, file: String) throws {
    let result = try ExportFixture.export(as: format)
    #expect(result.text == (try golden(file)))
    #expect(result.warnings == ["omitted \(ExportFixture.broken.id): crashed:"])
  }

  @Test func `a known scenario is exported as a known distribution`() throws {
    let result = try ExportFixture.export(as: .hgrm) { $0.filter = "/flow$" }
    #expect(result.text == (try golden("export.hgrm")))
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
    let jmh = try #require(
      try ExportFixture.export(as: .jmh) { $0.metric = "bytes_per_action" }.text)
    #expect(jmh.contains("\"wall_ns_per_action\"") && !jmh.contains("\"bytes_per_action\""))
  }

  /// The mean of 1 to 9 is 5, their variance 7.5, and 0.05 % of Student's t distribution with 8
  /// degrees of freedom is above 5.0413.
  @Test func `the error of JMH is half of the mean's 99.9 % interval`() throws {
    let error = try #require(ExportSelection.jmhError([9, 1, 8, 2, 7, 3, 6, 4, 5], mean: 5))
    #expect(abs(error - 5.0413 * (7.5 / 9).squareRoot()) < 0.0001)
    #expect(ExportSelection.jmhError([3, 4], mean: 3.5) == nil)
    #expect(ExportSelection.jmhError([3, 3, 3], mean: 3) == 0)
  }

  @Test func `percentiles of JMH are those of JMH`() {
    func percentile(_ percent: Double, _ samples: [Double]) -> Double? {
      ExportSelection.jmhPercentile(percent, of: SortedSamples(samples))
    }
    let samples = [9, 1, 8, 2, 7, 3, 6, 4, 5].map { Double($0) }
    #expect(percentile(0, samples) == 1 && percentile(50, samples) == 5)
    #expect(percentile(25, samples) == 2.5 && percentile(99, samples) == 9)
    #expect(percentile(50, [3]) == 3 && percentile(50, []) == nil)
  }

  @Test func `all benchmarks of a JMH file have the same parameters`() throws {
    let text = try #require(try ExportFixture.export(as: .jmh).text)
    let benchmarks = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
    let names = benchmarks.compactMap { ($0["params"] as? [String: String])?.keys.sorted() }
    #expect(names.count == 2 && names[0] == names[1] && names[0].contains("depth"))
    let depths = benchmarks.compactMap { ($0["params"] as? [String: String])?["depth"] }
    #expect(depths == ["none", "4"])
    // A parameter that no benchmark of the file has is left out.
    let plain = try #require(try ExportFixture.export(as: .jmh) { $0.filter = "/flow$" }.text)
    #expect(!plain.contains("depth"))
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
    let jmh = try #require(
      try ExportFixture.export(timed + counted, as: .jmh) {
        $0.metric = "notifications_per_action"
      }.text)
    let results = try JSONSerialization.jsonObject(with: Data(jmh.utf8)) as? [[String: Any]]
    let metric = results?.first?["primaryMetric"] as? [String: Any]
    #expect(metric?["rawData"] as? [[Double]] == [[2], [2]])
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
      try ExportFixture.refusal(as: .hgrm),
      try ExportFixture.refusal(as: .jmh) { $0.metric = "instructions_per_action" },
      try ExportFixture.refusal(
        [.failed(ExportFixture.broken, "hung")], as: .actionBenchmark),
    ]
    let beginnings = [
      "RUN: must be the directory of a run", "--filter: must be a regular expression",
      "--filter: must leave at least one scenario", "--metric: no metric is called 'speed'",
      "--filter: must leave one scenario if hgrm goes to standard output, got 2",
      "RUN: nothing is left to export: omitted", "RUN: nothing is left to export: omitted",
    ]
    for (refusal, beginning) in zip(refusals, beginnings) {
      #expect(refusal?.hasPrefix(beginning) == true, "\(refusal ?? "nothing")")
      #expect(refusal?.contains("\n") == false)
    }
  }

  @Test func `two scenarios with one file name are refused`() throws {
    var odd = ExportFixture.plain
    odd.workload = "shop_single"
    var same = ExportFixture.plain
    same.workload = "shop/single"
    let rows = ExportFixture.samples(odd, [[1]]) + ExportFixture.samples(same, [[2]])
    let path = temporaryPath()
    let refusal = try ExportFixture.refusal(rows, as: .hgrm) { $0.out = path }
    #expect(refusal?.hasPrefix("--filter: must not leave two scenarios with one file name") == true)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `a sample that a histogram cannot contain is refused`() throws {
    var row = SampleRow.timed(ExportFixture.plain, nil)
    (row.pass, row.round, row.keptBytes) = ("counting", 0, -16)
    let refusal = try ExportFixture.refusal([row], as: .hgrm) { $0.metric = "kept_bytes" }
    #expect(refusal?.hasPrefix("--metric: kept_bytes of shop/") == true, "\(refusal ?? "")")
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

  @Test func `several distributions need a directory`() throws {
    let path = temporaryPath()
    _ = try ExportFixture.export(as: .hgrm) { $0.out = path }
    let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    #expect(
      names == [
        "shop_scoped_4_10_zipf_1.5_own-slice_3_disk_middlewares_2_suspending_middleware@free.hgrm",
        "shop_single_10_uniform_flow.hgrm",
      ])
    _ = try ExportFixture.export(as: .hgrm) {
      $0.out = path + "/one.txt"
      $0.filter = "/flow$"
    }
    #expect(
      try String(contentsOfFile: path + "/one.txt", encoding: .utf8)
        == String(contentsOfFile: "\(path)/\(names[1])", encoding: .utf8))
  }
}
