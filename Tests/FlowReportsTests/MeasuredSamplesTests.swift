import FlowTestSupport
import Foundation
import Measurement
import OrderedCollections
import ResultFixtures
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowReports
@testable import FlowResults
@testable import FlowRunner

/// Reads of `samples.csv`.
struct MeasuredSamplesTests {
  private typealias Scenarios = OrderedDictionary<String, MeasuredScenario>

  private func scan(_ text: String) throws -> Scenarios {
    let path = temporaryPath()
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let file = path + "/samples.csv"
    try Data(text.utf8).write(to: URL(filePath: file))
    return try SampleRow.scenarios(reading: file)
  }

  /// Returns the error of a text, without the directory; `nil` if it is read.
  private func fault(_ text: String) -> String? {
    do {
      _ = try scan(text)
      return nil
    } catch {
      return "\(error)".components(separatedBy: "/").last
    }
  }

  private static func sample(
    _ scenario: Scenario, _ wallNs: Double, round: Int, pass: String = "timing"
  ) -> SampleRow {
    var row = SampleRow.timed(scenario, wallNs)
    row.round = round
    row.pass = pass
    return row
  }

  private static let flow = Scenario.sample("shop", .single, 10, "flow")
  private static let plain = Scenario.sample("shop", .single, 10, "inout")

  @Test func `the samples of each process are separate in any order`() throws {
    let rows = [
      Self.sample(Self.flow, 10, round: 0), Self.sample(Self.plain, 50, round: 0),
      Self.sample(Self.flow, 30, round: 1), Self.sample(Self.flow, 20, round: 0),
      Self.sample(Self.flow, 12, round: 0),
    ]
    let scan = try scan(CSVFormat.text(rows))
    #expect(Array(scan.keys) == [Self.flow.id, Self.plain.id])
    let flow = try #require(scan[Self.flow.id])
    #expect(flow.processMedians(SummaryMetric.wall) == [12, 30])
    #expect(flow.samples(SummaryMetric.wall).sorted() == [10, 12, 20, 30])
    #expect(flow.range(SummaryMetric.wall) == 10...30)
    #expect(flow.processMedians(SummaryMetric.cpu).isEmpty && flow.range(SummaryMetric.cpu) == nil)
    #expect(flow.dimensions == Dimensions(Self.flow))
  }

  @Test func `a comparison has the corrected times of the table`() throws {
    let rows = [10, 10.1, 20, 9.9].enumerated().flatMap { round, time in
      (0..<3).map { _ in
        var row = Self.sample(Self.flow, time, round: round)
        row.measures.referenceNs = time > 15 ? 14 : 7
        return row
      }
    }
    let flow = try #require(try scan(CSVFormat.text(rows))[Self.flow.id])
    let estimate = try #require(ProcessEstimate(flow.processMedians(SummaryMetric.wall))?.value)
    #expect(abs(estimate - 10) < 0.3)
    #expect(flow.samples(SummaryMetric.wall).max() == 20)
  }

  @Test func `processes have their pass, round and number of actions`() throws {
    var rows = [
      Self.sample(Self.flow, 30, round: 1), Self.sample(Self.flow, 10, round: 0),
      Self.sample(Self.flow, 12, round: 0), Self.sample(Self.flow, 7, round: 0, pass: "counting"),
    ]
    rows[1].actions = 500
    rows[2].actions = 250
    let flow = try #require(try scan(CSVFormat.text(rows))[Self.flow.id])
    #expect(
      flow.processes(SummaryMetric.wall) == [
        MeasuredProcess(pass: "counting", round: 0, actions: nil, samples: [7]),
        MeasuredProcess(pass: "timing", round: 0, actions: 750, samples: [10, 12]),
        MeasuredProcess(pass: "timing", round: 1, actions: nil, samples: [30]),
      ])
    #expect(flow.processes(SummaryMetric.cpu).isEmpty)
  }

  // The text is longer than the pieces in which files are read.
  @Test func `a long file has the numbers that the reader of rows finds`() throws {
    var random = SplitMix64(seed: 3)
    let rows = (0..<4500).map { _ in
      var row = RandomRow.make(SampleRow.self, using: &random)
      row.dimensions.scenario = "s\(random.below(7))\"\n,é"
      row.runID = "one \"run\""
      row.pass = "timing"
      row.round = random.below(4)
      row.isValid = true
      row.digest = "same"
      return row
    }
    let text = CSVFormat.text(rows)
    #expect(text.utf8.count > 9 << 17)
    let scan = try scan(text)
    for metric in SummaryMetric.all {
      for (id, rows) in Dictionary(grouping: rows, by: { $0.dimensions.scenario }) {
        let found = try #require(scan[id])
        #expect(found.samples(metric).sorted() == rows.compactMap(metric.value).sorted())
      }
    }
  }

  @Test func `a failed trial makes its scenario invalid`() throws {
    let scan = try scan(
      CSVFormat.text([Self.sample(Self.flow, 10, round: 0), .failed(Self.flow, "hung")]))
    #expect(scan[Self.flow.id]?.fault == "hung")
  }

  @Test func `trials of equal names belong to their scenarios`() throws {
    // The failed row comes between two trials of the same name.
    let rows = [
      Self.sample(Self.flow, 10, round: 3), .failed(Self.plain, "hung"),
      Self.sample(Self.plain, 50, round: 3), Self.sample(Self.plain, 60, round: 3),
    ]
    let scan = try scan(CSVFormat.text(rows))
    #expect(scan[Self.plain.id]?.samples(SummaryMetric.wall) == [50, 60])
    #expect(scan[Self.plain.id]?.processMedians(SummaryMetric.wall) == [55])
  }

  @Test func `a scenario with two states is invalid`() throws {
    var other = Self.sample(Self.flow, 10, round: 1)
    other.digest = "d2"
    let scan = try scan(CSVFormat.text([Self.sample(Self.flow, 10, round: 0), other]))
    #expect(scan[Self.flow.id]?.fault == "wrong digest: d2 after d1")
  }

  @Test func `a file that lacks later columns is read`() throws {
    let text = CSVFormat.text([Self.sample(Self.flow, 10, round: 0)])
    let older = text.split(separator: "\n").map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).dropLast(3)
        .joined(separator: ",") + "\n"
    }.joined()
    let found = try #require(try scan(older)[Self.flow.id])
    #expect(found.processMedians(SummaryMetric.wall) == [10])
  }

  @Test func `broken files are refused by line and column`() throws {
    let otherVersion = "must be 2: measure again, or read it with the flowbench that wrote it"
    let header = CSVFormat.header(SampleRow.self)
    let row = CSVFormat.lines([Self.sample(Self.flow, 10, round: 0)])
    #expect(fault("") == "samples.csv:1:1: must begin with a header, got an empty file")
    #expect(fault("a,b\n1,2\n") == "samples.csv:1:1: header must be 'schema_version', got 'a'")
    #expect(
      fault(header.dropLast() + ",mood\n")
        == "samples.csv:1:\(SampleRow.columns.count + 1): no column is called 'mood'; "
        + "a newer flowbench can read it")
    #expect(
      fault(header + row + row.dropLast())
        == "samples.csv:3:\(SampleRow.columns.count): the last row must end with a line feed, "
        + "but the file is incomplete")
    #expect(
      fault(header + row + String(row.prefix(40)) + "\n")?.hasPrefix("samples.csv:3:") == true)
    #expect(
      fault(header + "1" + row.dropFirst())
        == "samples.csv: schema_version is 1, " + otherVersion)
    // The columns of another version are not checked.
    #expect(
      fault("schema_version,run_id,caveat\n3,a,b\n")
        == "samples.csv: schema_version is 3, " + otherVersion)
    #expect(
      fault(header + "x" + row.dropFirst())
        == "samples.csv:2:1: schema_version must be an integer, got 'x'")
    #expect(
      fault(header + row.replacing(",10.0,", with: ",ten,"))?
        .hasSuffix("wall_ns_per_action must be a number, got 'ten'") == true)
  }

  @Test(arguments: [
    ("0.0", "must be a number of at least 0.000001"),
    ("-5", "must be a number of at least 0.000001"),
    ("1e308", "must be a number of at most 1e18"), ("0x10", "must be a number"),
    ("nan", "must be a number"), ("inf", "must be a number"), ("1e-320", "of at least 0.000001"),
  ])
  func `impossible nanoseconds are refused by line and column`(cell: String, rule: String) {
    let header = CSVFormat.header(SampleRow.self)
    let row = CSVFormat.lines([Self.sample(Self.flow, 10, round: 0)])
    let column = SampleRow.columns.firstIndex { $0.name == "wall_ns_per_action" } ?? 0
    for rows in [
      row.replacing(",10.0,", with: ",\(cell),"), row + row.replacing(",10.0,", with: ",\(cell),"),
    ] {
      let line = rows.split(separator: "\n").count + 1
      let said = fault(header + rows) ?? "nothing"
      #expect(
        said.hasPrefix("samples.csv:\(line):\(column + 1): wall_ns_per_action must"), "\(said)")
      #expect(said.contains(rule) && said.hasSuffix(", got '\(cell)'"), "\(said)")
    }
  }

  @Test func `a negative count is refused`() {
    for (cell, name) in [
      ("-1", "actions"), ("-0.5", "allocations_per_action"), ("0", "cpu_ns_per_action"),
      ("-1", "thread_cpu_ns_per_action"),
    ] {
      // Written as text, because a row with such a number is written without it.
      let row = CSVFormat.lines([Self.sample(Self.flow, 10, round: 0)])
      var cells = row.dropLast().split(separator: ",", omittingEmptySubsequences: false)
      cells[SampleRow.columns.firstIndex { $0.name == name } ?? 0] = Substring(cell)
      let text = CSVFormat.header(SampleRow.self) + row + cells.joined(separator: ",") + "\n"
      let said = fault(text) ?? "nothing"
      #expect(said.contains("samples.csv:3:") && said.contains(": \(name) must be a"), "\(said)")
    }
    // The kept bytes may be negative.
    var row = Self.sample(Self.flow, 10, round: 0)
    row.keptBytes = -16
    #expect(fault(CSVFormat.text([row])) == nil)
  }

  @Test func `a header without a required column is refused`() {
    #expect(
      fault("schema_version,run_id\n2,a\n")
        == "samples.csv:1:3: header must have a column 'scenario'")
  }
}
