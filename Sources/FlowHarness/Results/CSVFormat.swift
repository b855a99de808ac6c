/// RFC 4180 in UTF-8, with line feeds: every reader takes them, and tools for lines do too.
enum CSVFormat {
  /// The header and the rows as one text.
  static func text<Row: ResultRow>(_ rows: [Row]) -> String {
    header(Row.self) + lines(rows)
  }

  /// The header line.
  static func header<Row: ResultRow>(_ type: Row.Type) -> String {
    line(Row.columns.map(\.name))
  }

  /// The rows without a header.
  static func lines<Row: ResultRow>(_ rows: [Row]) -> String {
    rows.map { row in line(Row.columns.map { $0.cell(row) }) }.joined()
  }

  private static func line(_ cells: [String]) -> String {
    cells.map(quoted).joined(separator: ",") + "\n"
  }

  /// By scalars and not by characters: a quote that carries an accent is one character, and a
  /// search for the bare quote would not find it.
  private static func quoted(_ cell: String) -> String {
    let scalars = cell.unicodeScalars
    // Other readers trim spaces at the ends, and take any of Unicode's line ends for one.
    let isTrimmed = [scalars.first, scalars.last].contains { $0?.properties.isWhitespace == true }
    guard isTrimmed || scalars.contains(where: { isSpecial($0) }) else { return cell }
    var text = "\""
    for scalar in scalars {
      if scalar == "\"" { text.unicodeScalars.append(scalar) }
      text.unicodeScalars.append(scalar)
    }
    text.unicodeScalars.append("\"")
    return text
  }

  private static func isSpecial(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "," || scalar == "\"" || Character(scalar).isNewline
  }
}

/// What is wrong with a results file, and where.
public struct CSVError: Error, Equatable, CustomStringConvertible {
  /// The file.
  public let file: String
  /// The line, from 1; a row that spans several lines counts from its first.
  public let line: Int
  /// The column, from 1.
  public let column: Int
  /// The rule that is broken, and by what.
  public let rule: String

  /// `samples.csv:12:7: wall_ns_per_action must be a number, got 'x'`.
  public var description: String { "\(file):\(line):\(column): \(rule)" }
}

/// Reads what `CSVFormat` writes, and refuses everything else by line and column.
///
/// Written by hand: the libraries at hand repair or skip a broken file, and none can say where the
/// fault is. Tests compare it with one of them on files that are whole.
struct CSVParser {
  private let file: String
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  /// The line on which the record being read begins.
  private var recordLine = 1

  init(_ text: String, file: String) {
    self.file = file
    bytes = Array(text.utf8)
  }

  /// The rows of a file whose header is that of `Row`.
  ///
  /// - Throws: `CSVError`.
  static func rows<Row: ResultRow>(
    _ text: String, file: String, as type: Row.Type = Row.self
  ) throws(CSVError) -> [Row] {
    var parser = CSVParser(text, file: file)
    guard let header = try parser.record() else {
      throw parser.error(1, "must begin with a header, got an empty file")
    }
    for (index, column) in Row.columns.enumerated() {
      let got = index < header.count ? header[index] : "nothing"
      guard got == column.name else {
        throw parser.error(index + 1, "header must be '\(column.name)', got '\(got)'")
      }
    }
    guard header.count == Row.columns.count else {
      throw parser.error(
        Row.columns.count + 1,
        "header must have \(Row.columns.count) columns, got \(header.count)")
    }
    var rows: [Row] = []
    while true {
      guard let cells = try parser.record() else { return rows }
      rows.append(try parser.row(cells))
    }
  }

  private func row<Row: ResultRow>(_ cells: [String]) throws(CSVError) -> Row {
    guard cells.count == Row.columns.count else {
      throw error(
        min(cells.count, Row.columns.count) + 1,
        "row must have \(Row.columns.count) cells, got \(cells.count)")
    }
    var row = Row()
    for (index, column) in Row.columns.enumerated() {
      guard column.read(&row, cells[index]) else {
        let article = column.kind == .integer ? "an" : "a"
        throw error(
          index + 1,
          "\(column.name) must be \(article) \(column.kind.rawValue), got '\(cells[index])'")
      }
    }
    return row
  }

  /// The cells of the next record; `nil` at the end.
  private mutating func record() throws(CSVError) -> [String]? {
    guard position < bytes.count else { return nil }
    recordLine = line
    var cells: [String] = []
    while true {
      cells.append(try cell(number: cells.count + 1))
      guard position < bytes.count else { return cells }
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: ",") {
        // A comma at the very end is followed by one more, empty cell.
        if position == bytes.count { return cells + [""] }
        continue
      }
      if byte == UInt8(ascii: "\r") {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\n") else {
          throw error(cells.count, "carriage return must be followed by a line feed")
        }
        position += 1
      }
      line += 1
      return cells
    }
  }

  /// One cell, leaving the comma or line end that closes it.
  private mutating func cell(number: Int) throws(CSVError) -> String {
    guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
      return try plainCell(number: number)
    }
    position += 1
    var content: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      guard byte == UInt8(ascii: "\"") else {
        if byte == UInt8(ascii: "\n") { line += 1 }
        content.append(byte)
        continue
      }
      guard position < bytes.count else { return String(decoding: content, as: UTF8.self) }
      switch bytes[position] {
      case UInt8(ascii: "\""):
        content.append(byte)
        position += 1
      case UInt8(ascii: ","), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        return String(decoding: content, as: UTF8.self)
      default: throw error(number, "closing quote must end the cell")
      }
    }
    throw error(number, "quote must be closed before the file ends")
  }

  private mutating func plainCell(number: Int) throws(CSVError) -> String {
    let start = position
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: ","), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        return String(decoding: bytes[start..<position], as: UTF8.self)
      case UInt8(ascii: "\""): throw error(number, "quote must stand at the start of a cell")
      default: position += 1
      }
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private func error(_ column: Int, _ rule: String) -> CSVError {
    CSVError(file: file, line: recordLine, column: column, rule: rule)
  }
}
