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

  @Test func `full and empty rows are written as in the golden file, and read from it`() throws {
    let text = try Repository.text("Tests/FlowResultsTests/Golden/runs.csv")
    #expect(CSVFormat.text([RunRow.full, RunRow()]) == text)
    #expect(try CSVReader.rows(text, file: "runs.csv") == [RunRow.full, RunRow()])
  }

  @Test func `every column of a row is written and read`() throws {
    func check<Row: ResultRow & Equatable>(_ row: Row) throws {
      #expect(Row.columns.allSatisfy { !$0.cell(row).isEmpty })
      #expect(try CSVReader.rows(CSVFormat.text([row]), file: Row.fileName) == [row])
    }
    try check(SampleRow.full)
    try check(SummaryRow.full)
    try check(LoadRow.full)
    try check(EffectRow.full)
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
    var row = SummaryRow()
    (row.mean, row.max, row.median) = (.infinity, .nan, 3.25)
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
      let line = CSVFormat.lines([RunRow.full])
      #expect(line.contains(",0.25,1.5,") && line.contains(",0.125,tsc,20,22.5,"))
      let rows = try CSVReader.rows(
        CSVFormat.text([RunRow.full]), file: "runs.csv", as: RunRow.self)
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
