import FlowResults
import Foundation

/// Columns of the files that a run has written.
enum Rows {
  /// The last value of a column for each value of another.
  static func last(_ name: String, of path: String, by key: String) throws -> [String: String] {
    Dictionary(try pairs(name, path, key)) { $1 }
  }

  /// The first value of a column for each value of another.
  static func first(_ name: String, of path: String, by key: String) throws -> [String: String] {
    Dictionary(try pairs(name, path, key)) { first, _ in first }
  }

  /// All values of a column for each value of another, in the order of the rows.
  static func all(_ name: String, of path: String, by key: String) throws -> [String: [String]] {
    Dictionary(grouping: try pairs(name, path, key)) { $0.0 }.mapValues { $0.map(\.1) }
  }

  private static func pairs(
    _ name: String, _ path: String, _ key: String
  ) throws -> [(String, String)] {
    var records = try records(of: path)
    let header = records.isEmpty ? [] : records.removeFirst()
    let columns = [key, name].map { header.firstIndex(of: $0) }
    return records.map { record in
      let cells = columns.map { $0.map { record[$0] } ?? "" }
      return (cells[0], cells[1])
    }
  }

  private static func records(of path: String) throws -> [[String]] {
    try Data(contentsOf: URL(filePath: path)).withUnsafeBytes { bytes in
      var scanner = CSVScanner(bytes.bindMemory(to: UInt8.self), file: path)
      var records: [[String]] = []
      while try scanner.next() { records.append(scanner.cells.map { scanner.text($0) }) }
      return records
    }
  }

  /// Returns the texts of a run's CSV files by path, without `runs.csv`, which describes the machine.
  static func files(of path: String) throws -> [String: String] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: path)
      .filter { $0.hasSuffix(".csv") && $0 != "runs.csv" }
    return Dictionary(
      uniqueKeysWithValues: try names.map {
        ($0, try String(contentsOfFile: "\(path)/\($0)", encoding: .utf8))
      })
  }
}
