import ResultFixtures
import Testing

@testable import FlowHarness
@testable import FlowResults

/// The errors of the reader and their positions.
struct CSVParserTests {
  private static let header = CSVFormat.header(RunRow.self)
  private static let names = RunRow.columns.map(\.name)
  /// The number of columns.
  private static let width = names.count
  /// The number, from 1, of the last column with free text.
  private static let shard = (names.firstIndex(of: "shard") ?? 0) + 1

  /// Returns a row of `runs.csv` with some cells, by column from 1.
  private static func line(_ cells: [Int: String] = [:], count: Int = width) -> String {
    (1...count).map { cells[$0] ?? ($0 == 1 ? "2" : "") }.joined(separator: ",")
  }

  private func fault(_ text: String) -> String? {
    do {
      _ = try CSVReader.rows(text, file: "runs.csv", as: RunRow.self)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test func `an empty file has no header`() {
    #expect(fault("") == "runs.csv:1:1: must begin with a header, got an empty file")
  }

  @Test func `a header is refused at the first different name`() {
    var names = Self.names
    names[1] = "run"
    #expect(
      fault(names.joined(separator: ",") + "\n")
        == "runs.csv:1:2: header must be 'run_id', got 'run'")
    names = Self.names
    names.swapAt(17, 18)
    #expect(
      fault(names.joined(separator: ",") + "\n")
        == "runs.csv:1:18: header must be 'seed', got 'arguments'")
    #expect(fault("\n") == "runs.csv:1:1: header must be 'schema_version', got ''")
  }

  @Test func `a header with a missing or an additional column is refused`() {
    var names = Self.names
    names.remove(at: 2)
    #expect(
      fault(names.joined(separator: ",") + "\n")
        == "runs.csv:1:3: header must be 'started_utc', got 'commit'")
    #expect(
      fault(Self.names.dropLast().joined(separator: ",") + "\n")
        == "runs.csv:1:\(Self.width): header must be '\(Self.names[Self.width - 1])', got 'nothing'"
    )
    #expect(
      fault((Self.names + ["more"]).joined(separator: ",") + "\n")
        == "runs.csv:1:\(Self.width + 1): header must have \(Self.width) columns, got \(Self.width + 1)"
    )
  }

  @Test func `a row with missing or additional cells is refused`() {
    #expect(
      fault(Self.header + Self.line(count: 18) + "\n")
        == "runs.csv:2:19: row must have \(Self.width) cells, got 18")
    #expect(
      fault(Self.header + Self.line() + "\n" + Self.line(count: Self.width + 1) + "\n")
        == "runs.csv:3:\(Self.width + 1): row must have \(Self.width) cells, got \(Self.width + 1)")
    #expect(fault(Self.header + "\n") == "runs.csv:2:2: row must have \(Self.width) cells, got 1")
  }

  @Test(arguments: [
    (15, "load_before must be a number", ["x", "nan", "inf", "1e999", "\"1,5\"", "1.5 ", "--1"]),
    (11, "cpu_count must be an integer", ["x", "1.5", "1e3", "99999999999999999999", " 1"]),
    (5, "dirty must be a flag", ["yes", "1", "TRUE", "True"]),
  ])
  func `a cell of another kind is refused`(column: Int, rule: String, cells: [String]) {
    for cell in cells {
      let shown = cell.replacing("\"", with: "")
      #expect(
        fault(Self.header + Self.line([column: cell]) + "\n")
          == "runs.csv:2:\(column): \(rule), got '\(shown)'")
    }
  }

  @Test func `unmatched quotes are refused`() {
    #expect(
      fault(Self.header + Self.line([Self.width: "\"open"]) + "\n")
        == "runs.csv:2:\(Self.width): quote must be closed before the file ends")
    #expect(
      fault(Self.header + Self.line([10: "a\"b"]) + "\n")
        == "runs.csv:2:10: a quote must start the cell")
    #expect(
      fault(Self.header + Self.line([4: "\"a\"b"]) + "\n")
        == "runs.csv:2:4: closing quote must end the cell")
  }

  @Test func `a carriage return alone is refused`() {
    #expect(
      fault(Self.header + Self.line() + "\r" + Self.line() + "\n")
        == "runs.csv:2:\(Self.width): carriage return must be followed by a line feed")
    #expect(
      fault(Self.header + "1\r,")
        == "runs.csv:2:1: carriage return must be followed by a line feed")
  }

  @Test func `a row of several lines has the number of its first line`() {
    let spanning = Self.line([10: "\"one\ntwo\r\nthree\"", Self.shard: "\"\n\""]) + "\n"
    #expect(
      fault(Self.header + spanning + Self.line([5: "?"]) + "\n")
        == "runs.csv:6:5: dirty must be a flag, got '?'")
    #expect(
      fault(Self.header + spanning + spanning + Self.line(count: 3) + "\n")
        == "runs.csv:10:4: row must have \(Self.width) cells, got 3")
    let broken = Self.line([5: "?", Self.shard: "\"\n\n\""]) + "\n"
    #expect(
      fault(Self.header + spanning + broken) == "runs.csv:6:5: dirty must be a flag, got '?'")
    #expect(
      fault(Self.header + spanning + Self.line([Self.shard: "\"a\nb\nc"], count: Self.shard))
        == "runs.csv:6:\(Self.shard): quote must be closed before the file ends")
    #expect(
      fault(Self.header + Self.line([10: "\"a\nb\"c"]) + "\n")
        == "runs.csv:2:10: closing quote must end the cell")
  }

  @Test func `line ends of other systems and a missing last one are accepted`() throws {
    let text = CSVFormat.text([RunRow.full, RunRow.full])
    let expected = [RunRow.full, RunRow.full]
    let windows = text.replacing("\n", with: "\r\n")
    #expect(try CSVReader.rows(windows, file: "runs.csv") == expected)
    #expect(try CSVReader.rows(String(text.dropLast()), file: "runs.csv") == expected)
    #expect(try CSVReader.rows(Self.header, file: "runs.csv", as: RunRow.self).isEmpty)
    // The file ends with a comma, after which the last cell is empty.
    let empty = try CSVReader.rows(Self.header + Self.line(), file: "runs.csv", as: RunRow.self)
    #expect(empty.map(\.warning) == [""])
  }

  @Test func `numbers out of the range of their column are refused`() {
    #expect(
      fault(Self.header + Self.line([15: "-1"]) + "\n")
        == "runs.csv:2:15: load_before must be a number of at least 0, got '-1'")
    #expect(
      fault(Self.header + Self.line([15: "1e19"]) + "\n")
        == "runs.csv:2:15: load_before must be a number of at most 1e18, got '1e19'")
    #expect(
      fault(Self.header + Self.line([11: "-2"]) + "\n")
        == "runs.csv:2:11: cpu_count must be an integer of at least 0, got '-2'")
    #expect(
      fault(Self.header + Self.line([11: "0x10"]) + "\n")
        == "runs.csv:2:11: cpu_count must be an integer, got '0x10'")
  }

  private static let otherVersion =
    "must be 2: measure again, or read it with the flowbench that wrote it"

  @Test func `a file of another version is refused before its columns`() {
    // Version 1 had another column.
    let older = "schema_version,run_id,caveat\n1,id,a\n"
    #expect(fault(older) == "runs.csv: schema_version is 1, \(Self.otherVersion)")
    #expect(
      fault(older.replacing("\n1,", with: "\n3,"))
        == "runs.csv: schema_version is 3, \(Self.otherVersion)")
    #expect(
      fault(Self.header + Self.line() + "\n" + Self.line([1: "1"]) + "\n")
        == "runs.csv: schema_version is 1, \(Self.otherVersion)")
    // A file without rows has no version.
    #expect(
      fault("schema_version,run_id,caveat\n")
        == "runs.csv:1:3: header must be 'started_utc', got 'caveat'")
    for cell in ["", "x", "2.0"] {
      #expect(
        fault(Self.header + Self.line([1: cell]) + "\n")
          == "runs.csv:2:1: schema_version must be an integer, got '\(cell)'")
    }
  }

  @Test func `quotes around any cell are removed`() throws {
    var cells = ["2", "id"] + [String](repeating: "", count: Self.width - 2)
    cells[Self.shard - 1] = "say \"\"hi\"\""
    let quoted = cells.map { "\"\($0)\"" }.joined(separator: ",")
    let rows = try CSVReader.rows(Self.header + quoted + "\n", file: "runs.csv", as: RunRow.self)
    #expect(rows.map(\.runID) == ["id"])
    #expect(rows.map(\.shard) == ["say \"hi\""])
  }
}
