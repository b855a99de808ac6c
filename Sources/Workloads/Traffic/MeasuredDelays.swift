internal import Foundation
import PlainText

/// Reads measured delays from a CSV file.
///
/// The values are nanoseconds, whole or not, in the column that the first line calls `ns`, or else
/// in the first column; a first line whose first cell is no number is a header. Cells are
/// separated by commas and may be in double quotes, without commas or quotes inside. Empty lines
/// are skipped; an empty cell is refused, because an unknown delay is not one of 0.
enum MeasuredDelays {
  /// The values, in the order of the file.
  ///
  /// - Throws: `DelayError` naming the file, and the line where one is at fault.
  static func read(path: String) throws(DelayError) -> [UInt64] {
    let bytes: Data
    do {
      bytes = try Data(contentsOf: URL(filePath: path))
    } catch {
      let exists = FileManager.default.fileExists(atPath: path)
      throw .unreadable(path: path, reason: exists ? "it is no readable file" : "no such file")
    }
    // ASCII as UTF-16 is valid UTF-8, with a zero at every second byte.
    guard !bytes.contains(0), !bytes.starts(with: [0xEF, 0xBB, 0xBF]),
      let text = String(validating: bytes, as: UTF8.self)
    else {
      throw .unreadable(path: path, reason: "it must be UTF-8 without a byte order mark")
    }
    return try values(text, path: path)
  }

  private static func values(_ text: String, path: String) throws(DelayError) -> [UInt64] {
    var values: [UInt64] = []
    var column: Int?
    var line = 0
    for row in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      line += 1
      if row.isEmpty { continue }
      let cells = row.split(separator: ",", omittingEmptySubsequences: false).map(Self.bare)
      guard let known = column else {
        let named = cells.firstIndex(of: "ns")
        column = named ?? 0
        if named != nil || Double(decimal: cells[0]) == nil { continue }
        values.append(try value(cells, 0, path: path, line: line))
        continue
      }
      values.append(try value(cells, known, path: path, line: line))
    }
    guard !values.isEmpty else { throw .noValues(path: path) }
    return values
  }

  private static func value(
    _ cells: [Substring], _ column: Int, path: String, line: Int
  ) throws(DelayError) -> UInt64 {
    let cell = column < cells.count ? cells[column] : ""
    guard let ns = Double(decimal: cell), ns >= 0, ns <= Double(TimeText.longestNs) else {
      throw .badValue(path: path, line: line, text: String(cell))
    }
    return UInt64(ns.rounded())
  }

  /// The cell without blanks and quotes around it.
  private static func bare(_ cell: Substring) -> Substring {
    var cell = cell
    while cell.first == " " { cell.removeFirst() }
    while cell.last == " " { cell.removeLast() }
    if cell.count >= 2, cell.first == "\"", cell.last == "\"" { cell = cell.dropFirst().dropLast() }
    return cell
  }
}
