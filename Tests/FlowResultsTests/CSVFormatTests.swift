import FlowTestSupport
import Foundation
import ResultFixtures
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowResults

/// The format of results files.
struct CSVFormatTests {
  private static let python = Consumer("python3")

  private func golden(_ name: String) throws -> String {
    try Repository.text("Tests/FlowResultsTests/Golden/\(name)")
  }

  @Test func `full and empty rows are written as in the golden files`() throws {
    #expect(CSVFormat.text([RunRow.full, RunRow()]) == (try golden("runs.csv")))
    #expect(CSVFormat.text([SampleRow.full, SampleRow()]) == (try golden("samples.csv")))
    #expect(CSVFormat.text([SummaryRow.full, SummaryRow()]) == (try golden("summary.csv")))
  }

  @Test func `the golden files are read as their rows`() throws {
    #expect(try CSVReader.rows(golden("runs.csv"), file: "runs.csv") == [RunRow.full, RunRow()])
    #expect(
      try CSVReader.rows(golden("samples.csv"), file: "samples.csv")
        == [SampleRow.full, SampleRow()])
    #expect(
      try CSVReader.rows(golden("summary.csv"), file: "summary.csv")
        == [SummaryRow.full, SummaryRow()])
  }

  @Test func `unknown values are empty and not zero`() {
    func cells<Row: ResultRow>(_ row: Row) -> [String] { Row.columns.map { $0.cell(row) } }
    #expect(cells(RunRow()) == ["2"] + [String](repeating: "", count: RunRow.columns.count - 1))
    #expect(
      cells(SampleRow()) == ["2"] + [String](repeating: "", count: SampleRow.columns.count - 1))
    #expect(
      cells(SummaryRow()) == ["2"] + [String](repeating: "", count: SummaryRow.columns.count - 1))
    var none = SampleRow()
    none.wasted = 0
    #expect(cells(none).contains("0.0"))
  }

  @Test func `a number that is not finite is null in JSON`() throws {
    var row = SummaryRow.full
    (row.mean, row.max) = (.infinity, .nan)
    let text = try JSONText.object(["rows": JSONText.rows([row]), "all": [-Double.infinity, 1.5]])
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: [Any]])
    let first = try #require(object["rows"]?.first as? [String: Any])
    #expect(first["mean"] is NSNull && first["max"] is NSNull && first["median"] is Double)
    #expect(object["all"]?.first is NSNull && object["all"]?.last as? Double == 1.5)
    #expect(try JSONText.encoded([Double.nan]).contains("NaN"))
  }

  @Test func `column names are unique and in lower case`() {
    for names in [
      RunRow.columns.map(\.name), SampleRow.columns.map(\.name), SummaryRow.columns.map(\.name),
    ] {
      #expect(Set(names).count == names.count)
      #expect(names.first == "schema_version")
      #expect(names.allSatisfy { $0.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "_" } })
    }
  }

  // In a separate process, because the locale applies to the whole process.
  @Test func `numbers have a decimal point in every locale`() async {
    await #expect(processExitsWith: .success) {
      let names = ["de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "da_DK.UTF-8", "ru_RU.UTF-8"]
      // The process keeps the C locale if none of these is installed.
      if names.contains(where: { setlocale(LC_ALL, $0) != nil }) {
        #expect(localeconv().pointee.decimal_point.pointee == CChar(UInt8(ascii: ",")))
      }
      let line = CSVFormat.lines([SampleRow.full])
      #expect(line.contains(",12.5,12.75,11.125,1.0,0.0,0.1,1234.5678,"))
      let rows = try CSVReader.rows(
        CSVFormat.text([SampleRow.full]), file: "samples.csv", as: SampleRow.self)
      #expect(rows == [.full])
      #expect(TextTable.number(1.456) == "1.46")
    }
  }

  @Test(arguments: [
    ("plain", "plain"), ("", ""), ("a b", "a b"), ("it's", "it's"), ("ü ∞ 👩‍👩‍👧", "ü ∞ 👩‍👩‍👧"),
    ("a,b", "\"a,b\""), ("\"", "\"\"\"\""), ("say \"hi\"", "\"say \"\"hi\"\"\""),
    ("a\nb", "\"a\nb\""), ("a\rb", "\"a\rb\""), ("a\r\nb", "\"a\r\nb\""), (",", "\",\""),
    // A quote with an accent is one character, whose quote must be doubled.
    ("\"\u{301}", "\"\"\"\u{301}\""),
    // Other readers trim cells, or know more line ends.
    (" a", "\" a\""), ("a\t", "\"a\t\""), ("a\u{2028}b", "\"a\u{2028}b\""),
  ])
  func `only cells that need quotes are quoted`(
    cell: String, written: String
  ) throws {
    var row = RunRow()
    row.shard = cell
    let line = CSVFormat.lines([row])
    let place = try #require(RunRow.columns.firstIndex { $0.name == "shard" })
    let rest = String(repeating: ",", count: RunRow.columns.count - 1 - place)
    let expected = "2" + String(repeating: ",", count: place) + written + rest + "\n"
    // Compares bytes, because strings of different bytes may be equal.
    #expect(Array(line.utf8) == Array(expected.utf8), "\(line)")
    let read = try CSVReader.rows(CSVFormat.text([row]), file: "runs.csv", as: RunRow.self)
    #expect(read.map { Array($0.shard.utf8) } == [Array(cell.utf8)])
  }

  @Test(arguments: 1...20)
  func `random rows are read as they were written`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let rows = (0..<25).map { _ in RandomRow.make(SampleRow.self, using: &random) }
    #expect(try CSVReader.rows(CSVFormat.text(rows), file: "samples.csv") == rows)
    let runs = (0..<25).map { _ in RandomRow.make(RunRow.self, using: &random) }
    #expect(try CSVReader.rows(CSVFormat.text(runs), file: "runs.csv") == runs)
    let summary = (0..<25).map { _ in RandomRow.make(SummaryRow.self, using: &random) }
    #expect(try CSVReader.rows(CSVFormat.text(summary), file: "summary.csv") == summary)
  }

  @Test(.enabled(if: python.isInstalled, "needs python3"))
  func `Python's reader finds the same cells`() async throws {
    var random = SplitMix64(seed: 1)
    let rows = (0..<200).map { _ in RandomRow.make(SampleRow.self, using: &random) }
    let path = temporaryPath()
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(CSVFormat.text(rows).utf8).write(to: URL(filePath: path))
    let program = """
      import csv, json, sys
      with open(sys.argv[1], newline="", encoding="utf-8") as file:
          print(json.dumps(list(csv.reader(file, strict=True))))
      """
    let result = try await Self.python.run(["-c", program, path])
    let cells = try JSONDecoder().decode([[String]].self, from: Data(result.output.utf8))
    #expect(cells.first == SampleRow.columns.map(\.name))
    #expect(
      Array(cells.dropFirst()) == rows.map { row in SampleRow.columns.map { $0.cell(row) } })
  }
}
