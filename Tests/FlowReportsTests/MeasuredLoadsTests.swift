import Foundation
import ResultFixtures
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowReports
@testable import FlowResults

/// Reads of `loads.csv`, and the errors of directories that cannot be compared.
struct MeasuredLoadsTests {
  private static let scenario = Scenario.sample("app", .single, 10, "flow")
  private static let rows = loads([1000, 1010])

  private static func loads(_ p99Ns: [Double], load: String = "open:poisson:1s@1000.0") -> [LoadRow]
  {
    LoadComparisonTests.loads(scenario, p99Ns: p99Ns, load: load).map { row in
      var row = row
      row.process.runID = RunRow.full.runID
      return row
    }
  }

  /// Returns the error of a directory with these files, whose path is replaced by `RUN`.
  private func message(
    _ files: [String: String], against other: [String: String]? = nil,
    _ change: (inout CompareOptions) -> Void = { _ in }
  ) throws -> String {
    let fixture = try RunFixture(files: files)
    let candidate = try other.map { try RunFixture(files: $0) }
    var options = CompareOptions(run: fixture.path)
    options.candidate = candidate?.path
    options.by = candidate == nil ? "design" : nil
    change(&options)
    do {
      _ = try Comparison(options)
      return "no error"
    } catch {
      let text = "\(error)".replacing(fixture.path, with: "RUN")
      return candidate.map { text.replacing($0.path, with: "OTHER") } ?? text
    }
  }

  private static let run = CSVFormat.text([RunRow.full])
  private static func files(_ loads: String) -> [String: String] {
    ["runs.csv": run, "loads.csv": loads]
  }
  private static let whole = files(CSVFormat.text(rows))
  private static let samples = [
    "runs.csv": run,
    "samples.csv": CSVFormat.text(
      RunFixture.samples(scenario, wallNs: [1, 1]).map { row in
        var row = row
        row.runID = RunRow.full.runID
        return row
      }),
  ]

  @Test func `a run and a load run are not compared`() throws {
    #expect(
      try message(Self.samples, against: Self.whole)
        == "CANDIDATE: must be made by '\(Executable.name) run', as the base is, got 'OTHER'")
    #expect(
      try message(Self.whole, against: Self.samples)
        == "CANDIDATE: must be made by '\(Executable.name) load', as the base is, got 'OTHER'")
  }

  @Test func `a directory without a whole run is refused`() throws {
    #expect(
      try message(["runs.csv": Self.run])
        == "RUN: must be the directory of a run, such as '\(Executable.name) run' makes, got 'RUN'")
    #expect(
      try message(Self.whole, against: ["runs.csv": Self.run])
        == "CANDIDATE: must be the directory of a run, such as '\(Executable.name) run' makes, "
        + "got 'OTHER'")
    #expect(
      try message(["loads.csv": CSVFormat.text(Self.rows)])
        == "RUN: must be the directory of a run, with runs.csv and loads.csv, got 'RUN'")
    #expect(
      try message(Self.files(CSVFormat.header(LoadRow.self)))
        == "RUN: must have rows in loads.csv, but no load has ended, got 'RUN'")
  }

  @Test func `unknown metrics and missing loads are reported`() throws {
    #expect(
      try message(Self.whole) { $0.metric = "wall_ns_per_action" }.hasPrefix(
        "--by: no two scenarios of the run differ in design and in nothing else"))
    #expect(
      try message(Self.whole, against: Self.whole) { $0.metric = "response_p9" }.hasPrefix(
        "--metric: no metric is called 'response_p9'; did you mean 'response_p99_ns'? "
          + "choose from response_p99_ns, completed_per_second"))
    #expect(
      try message(Self.whole) { $0.by = "load" }.hasPrefix(
        "--by: no two scenarios of the run differ in load"))
    let other = Self.files(
      CSVFormat.text(Self.loads([1], load: "open:poisson:1s@9.0")))
    #expect(
      try message(Self.whole, against: other)
        == "CANDIDATE: the runs have no scenario in common; run both with the same suite and options"
    )
    #expect(
      try message(Self.samples) { $0.by = "load" }.hasPrefix(
        "--by: no two scenarios of the run differ in load"))
  }

  @Test func `broken files are refused by line and column`() throws {
    let text = CSVFormat.text(Self.rows)
    let remedy = "; run the loads again with '\(Executable.name) load'"
    #expect(
      try message(Self.files(""))
        == "RUN/loads.csv:1:1: must begin with a header, got an empty file" + remedy)
    #expect(
      try message(Self.files("a,b\n1,2\n"))
        == "RUN/loads.csv:1:1: header must be 'schema_version', got 'a'" + remedy)
    #expect(
      try message(Self.files("schema_version,run_id,scenario,round\n2,a,b,0\n"))
        == "RUN/loads.csv:1:5: header must have a column 'load'" + remedy)
    #expect(
      try message(Self.files(String(text.dropLast())))
        == "RUN/loads.csv:3:\(LoadRow.columns.count): the last row must end with a line feed, but the file is incomplete"
        + remedy)
    #expect(
      try message(Self.files(String(text.dropLast(40)) + "\n")).hasPrefix("RUN/loads.csv:3:"))
    func broken(_ change: (inout LoadRow) -> Void) throws -> String {
      var rows = Self.rows
      change(&rows[1])
      return try message(Self.files(CSVFormat.text(rows)))
    }
    func column(_ name: String) -> Int {
      (LoadRow.columns.firstIndex { $0.name == name } ?? 0) + 1
    }
    #expect(
      try message(Self.files("schema_version,run_id,unserved_total\n1,a,0\n"))
        == "RUN/loads.csv: schema_version is 1, must be 2: measure again, or read it with the "
        + "flowbench that wrote it")
    #expect(
      try broken { $0.dimensions.scenario = "" }
        == "RUN/loads.csv:3:\(column("scenario")): scenario must have a name" + remedy)
    #expect(
      try broken { $0.load = "" }
        == "RUN/loads.csv:3:\(column("load")): load must have a name" + remedy)
    #expect(
      try broken { $0.round = nil }
        == "RUN/loads.csv:3:\(column("round")): round must be an integer, got ''" + remedy)
    #expect(
      try broken { $0.isValid = nil }
        == "RUN/loads.csv:3:\(column("valid")): valid must be a flag, got ''" + remedy)
    #expect(
      try message(Self.files(text.replacing(",1010.0,", with: ",ten,", maxReplacements: 1)))
        .contains(": response_p99_ns must be a number, got 'ten'"))
  }

  @Test func `a file that lacks later columns is read`() throws {
    let text = CSVFormat.text(Self.rows)
    let names = LoadRow.columns.map(\.name)
    let dropped = ["completion", "depth", "max_queue"].compactMap { names.firstIndex(of: $0) }
    let older = text.split(separator: "\n").map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).enumerated()
        .filter { !dropped.contains($0.offset) }.map { String($0.element) }
        .joined(separator: ",") + "\n"
    }.joined()
    let fixture = try RunFixture(files: Self.files(older))
    let run = try MeasuredRun(reading: fixture.path, option: "RUN", kind: .loads)
    let found = try #require(run.scenarios(matching: nil).first)
    #expect(found.processMedians(LoadMetric.leading) == [1000, 1010])
    #expect(found.id == "\(Self.scenario.id) open:poisson:1s@1000.0")
    #expect(found.isSustained == true && found.warning == nil)
  }

  @Test func `loads are compared by columns that are metrics`() {
    #expect(LoadMetric.compared.count == 9)
    #expect(LoadMetric.compared.enumerated().allSatisfy { $1.index == $0 })
    #expect(LoadMetric.named("queueing_p99")?.index == nil)
    #expect(RunKind.loads.beside.count == 3)
  }
}
