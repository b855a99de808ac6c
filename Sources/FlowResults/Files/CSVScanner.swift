import Foundation

/// Scans the records and cells of RFC 4180 without creating strings.
///
/// It does not use a library, because libraries repair or skip broken records and do not report
/// their position. Tests compare the cells of whole files with those of Python's reader.
package struct CSVScanner {
  /// The position of a cell in the bytes.
  package struct Cell: BitwiseCopyable {
    /// The first byte, after an opening quote.
    package var start: Int
    /// The byte after the last one, before a closing quote.
    package var end: Int
    /// A Boolean value that indicates whether quotes within the cell are doubled.
    var isEscaped = false
  }

  /// The name of the file in errors.
  package let file: String
  private let bytes: UnsafeBufferPointer<UInt8>
  /// The cells of the last record.
  package var cells: UnsafeBufferPointer<Cell> { buffer.cells }
  private var buffer = CellBuffer()
  /// The position of the next record.
  private var position = 0
  /// The first line of the last record, from 1.
  package private(set) var recordLine = 1
  private var line = 1

  /// Creates a scanner of bytes that outlive it.
  package init(_ bytes: UnsafeBufferPointer<UInt8>, file: String) {
    self.bytes = bytes
    self.file = file
  }

  /// A Boolean value that indicates whether the last record ends with a line feed.
  var endsWithLineFeed: Bool { position > 0 && bytes[position - 1] == Self.lineFeed }

  /// Scans the next record.
  ///
  /// - Returns: `false` if there are no more records.
  /// - Throws: `CSVError`.
  package mutating func next() throws(CSVError) -> Bool {
    guard position < bytes.count else { return false }
    recordLine = line
    if !isKnownUniquelyReferenced(&buffer) { buffer = CellBuffer() }
    buffer.removeAll()
    while true {
      try scanCell()
      guard position < bytes.count else { return true }
      let byte = bytes[position]
      position += 1
      if byte == Self.comma { continue }
      if byte == Self.carriageReturn {
        guard position < bytes.count, bytes[position] == Self.lineFeed else {
          throw error(cells.count, "carriage return must be followed by a line feed")
        }
        position += 1
      }
      line += 1
      return true
    }
  }

  /// Adds a cell, and stops at the comma, line end or end of the bytes that closes it.
  private mutating func scanCell() throws(CSVError) {
    let start = position
    guard start < bytes.count, bytes[start] == Self.quote else {
      while position < bytes.count, !Self.closes(bytes[position]) {
        guard bytes[position] != Self.quote else {
          throw error(cells.count + 1, "a quote must start the cell")
        }
        position += 1
      }
      buffer.append(Cell(start: start, end: position))
      return
    }
    var cell = Cell(start: start + 1, end: start + 1)
    position += 1
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      guard byte == Self.quote else {
        if byte == Self.lineFeed { line += 1 }
        continue
      }
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
      return
    }
    throw error(cells.count + 1, "quote must be closed before the file ends")
  }

  /// Returns the text of a cell.
  package func text(_ cell: Cell) -> String {
    let content = bytes[cell.start..<cell.end]
    guard cell.isEscaped else { return String(decoding: content, as: UTF8.self) }
    // Bytes are used, because a quote with an accent is one character.
    var single: [UInt8] = []
    var isSecond = false
    for byte in content {
      isSecond = byte == Self.quote && !isSecond
      if byte != Self.quote || isSecond { single.append(byte) }
    }
    return String(decoding: single, as: UTF8.self)
  }

  /// Returns a Boolean value that indicates whether two cells have the same bytes.
  package func areEqual(_ a: Cell, _ b: Cell) -> Bool {
    guard a.end - a.start == b.end - b.start, a.isEscaped == b.isEscaped else { return false }
    guard let base = bytes.baseAddress, a.end > a.start else { return true }
    return memcmp(base + a.start, base + b.start, a.end - a.start) == 0
  }

  /// Returns an error in a column of the last record, counted from 1.
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

/// The cells of one record, in memory that all records use.
///
/// An array would check for each of a hundred million cells whether its storage is shared.
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
