import Foundation
import PlainText

/// Cuts bytes into records and cells by RFC 4180, without making a string of any.
///
/// Written by hand: the libraries at hand repair or skip a broken file, and none can say where the
/// fault is. Tests compare it with one of them on files that are whole.
package struct CSVScanner {
  /// Where a cell of the record lies in the bytes.
  package struct Cell: BitwiseCopyable {
    /// Its first byte, after an opening quote.
    package var start: Int
    /// One past its last byte, before a closing quote.
    package var end: Int
    /// Whether quotes within it are doubled.
    var isEscaped = false
  }

  /// What errors call the file.
  package let file: String
  /// The cells of the last record.
  package var cells: UnsafeBufferPointer<Cell> { buffer.cells }
  private let buffer = CellBuffer()
  /// The line on which the last record begins, from 1.
  private(set) var recordLine = 1
  private var line = 1

  package init(file: String) { self.file = file }

  /// Scans the record that begins at a position.
  ///
  /// - Parameters:
  ///   - bytes: The file, or a part of it that begins with this record.
  ///   - isLast: Whether the file ends where these bytes do.
  /// - Returns: Where the next record begins; `nil` when the bytes end before the record and more
  ///   are to come.
  /// - Throws: `CSVError`, with line and column.
  package mutating func record(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int, isLast: Bool
  ) throws(CSVError) -> Int? {
    recordLine = line
    buffer.removeAll()
    var position = start
    while true {
      guard let end = try cell(in: bytes, from: position, isLast: isLast) else { return again() }
      position = end
      guard position < bytes.count else { return isLast ? position : again() }
      let byte = bytes[position]
      position += 1
      if byte == Self.comma { continue }
      if byte == Self.carriageReturn {
        guard position < bytes.count || isLast else { return again() }
        guard position < bytes.count, bytes[position] == Self.lineFeed else {
          throw error(cells.count, "carriage return must be followed by a line feed")
        }
        position += 1
      }
      line += 1
      return position
    }
  }

  /// The record is to be scanned again when there is more of it.
  private mutating func again() -> Int? {
    line = recordLine
    return nil
  }

  /// Adds one cell; where it is closed by a comma, a line end or the end of the bytes.
  private mutating func cell(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int, isLast: Bool
  ) throws(CSVError) -> Int? {
    guard start < bytes.count, bytes[start] == Self.quote else {
      return try plainCell(in: bytes, from: start)
    }
    var cell = Cell(start: start + 1, end: start + 1)
    var position = start + 1
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      guard byte == Self.quote else {
        if byte == Self.lineFeed { line += 1 }
        continue
      }
      guard position < bytes.count || isLast else { return nil }
      guard position == bytes.count || bytes[position] != Self.quote else {
        cell.isEscaped = true
        position += 1
        continue
      }
      cell.end = position - 1
      buffer.append(cell)
      guard position == bytes.count || Self.closes(bytes[position]) else {
        throw error(cells.count, "closing quote must end the cell")
      }
      return position
    }
    guard isLast else { return nil }
    throw error(cells.count + 1, "quote must be closed before the file ends")
  }

  private mutating func plainCell(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) throws(CSVError) -> Int {
    var position = start
    while position < bytes.count, !Self.closes(bytes[position]) {
      guard bytes[position] != Self.quote else {
        throw error(cells.count + 1, "quote must stand at the start of a cell")
      }
      position += 1
    }
    buffer.append(Cell(start: start, end: position))
    return position
  }

  /// The text of a cell of the last record.
  package func text(_ cell: Cell, in bytes: UnsafeBufferPointer<UInt8>) -> String {
    let content = bytes[cell.start..<cell.end]
    guard cell.isEscaped else { return String(decoding: content, as: UTF8.self) }
    // By bytes: a quote that carries an accent is one character, and two of them none.
    var single: [UInt8] = []
    var isSecond = false
    for byte in content {
      isSecond = byte == Self.quote && !isSecond
      if byte != Self.quote || isSecond { single.append(byte) }
    }
    return String(decoding: single, as: UTF8.self)
  }

  /// The number in a cell of the last record; `nil` when it is none, or not finite.
  ///
  /// Read where it stands: a number has up to 17 digits, and a string of it would be on the heap.
  ///
  /// - Precondition: The record ended in a line feed, at which the C library stops reading.
  package func number(_ cell: Cell, in bytes: UnsafeBufferPointer<UInt8>) -> Double? {
    guard cell.start < cell.end, let base = bytes.baseAddress else { return nil }
    // The C library also accepts spaces in front, words and hexadecimal digits.
    guard DecimalText.isNumber(bytes[cell.start..<cell.end]) else { return nil }
    let count = cell.end - cell.start
    let value = UnsafeRawPointer(base + cell.start).withMemoryRebound(
      to: CChar.self, capacity: bytes.count - cell.start
    ) { text -> Double? in
      var end: UnsafeMutablePointer<CChar>?
      let value = strtod(text, &end)
      return end.map { UnsafePointer($0) - text } == count ? value : nil
    }
    // Under a locale with a comma the C library stops too early, or too late: Swift knows none.
    guard let found = value ?? Double(self.text(cell, in: bytes)), found.isFinite else {
      return nil
    }
    return found
  }

  /// An error in a column of the last record, counted from 1.
  package func error(_ column: Int, _ rule: String) -> CSVError {
    CSVError(file: file, line: recordLine, column: column, rule: rule)
  }

  private static func closes(_ byte: UInt8) -> Bool {
    byte == comma || byte == lineFeed || byte == carriageReturn
  }

  private static let comma = UInt8(ascii: ",")
  private static let quote = UInt8(ascii: "\"")
  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")
}

/// The cells of one record after another, in memory that is used again.
///
/// Not an array: each of a file's hundred million cells would ask whether the array is shared.
private final class CellBuffer {
  private var memory = UnsafeMutableBufferPointer<CSVScanner.Cell>.allocate(capacity: 64)
  private var count = 0

  deinit { memory.deallocate() }

  var cells: UnsafeBufferPointer<CSVScanner.Cell> {
    UnsafeBufferPointer(rebasing: memory[..<count])
  }

  func removeAll() { count = 0 }

  func append(_ cell: CSVScanner.Cell) {
    if count == memory.count {
      let larger = UnsafeMutableBufferPointer<CSVScanner.Cell>.allocate(capacity: 2 * count)
      _ = larger.update(fromContentsOf: memory)
      memory.deallocate()
      memory = larger
    }
    memory[count] = cell
    count += 1
  }
}
