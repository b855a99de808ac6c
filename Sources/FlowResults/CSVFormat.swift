import Foundation
import PlainText

/// RFC 4180 in UTF-8, with line feeds: every reader takes them, and tools for lines do too.
package enum CSVFormat {
  /// The header and the rows as one text.
  package static func text<Row: ResultRow>(_ rows: [Row]) -> String {
    header(Row.self) + lines(rows)
  }

  /// The names of a file's columns, as its first line.
  package static func header<Row: ResultRow>(_ type: Row.Type) -> String {
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
package struct CSVError: Error, Equatable, CustomStringConvertible {
  /// The name of the file that is wrong.
  package let file: String
  /// The line, from 1; a row that spans several lines counts from its first; `nil`: it is about the
  /// file as a whole, and the rule says what to do.
  package let line: Int?
  /// The column, from 1; `nil` where the line is.
  package let column: Int?
  /// The rule that is broken, and by what.
  package let rule: String

  package init(file: String, line: Int, column: Int, rule: String) {
    self.file = file
    self.line = line
    self.column = column
    self.rule = rule
  }

  /// A fault of the file as a whole.
  package init(file: String, rule: String) {
    self.file = file
    line = nil
    column = nil
    self.rule = rule
  }

  /// `samples.csv:12:7: wall_ns_per_action must be a number, got 'x'`.
  package var description: String {
    guard let line, let column else { return "\(file): \(rule)" }
    return "\(file):\(line):\(column): \(rule)"
  }
}

/// Reads what `CSVFormat` writes, and refuses everything else by line and column.
package enum CSVParser {
  /// How a header may differ from the columns that this version writes.
  package enum Header {
    /// Not at all: rows are going to be added.
    case exact
    /// Columns that came later may be missing; their cells are unknown.
    case older
  }

  /// The rows of a file.
  ///
  /// - Throws: `CSVError`.
  package static func rows<Row: ResultRow>(
    _ text: String, file: String, header: Header = .exact, as type: Row.Type = Row.self
  ) throws(CSVError) -> [Row] {
    try records(text, file: file, header: header).map(\.row)
  }

  /// The rows of a file, each with the line on which it begins.
  ///
  /// - Throws: `CSVError`.
  package static func records<Row: ResultRow>(
    _ text: String, file: String, header: Header = .exact
  ) throws(CSVError) -> [(line: Int, row: Row)] {
    let bytes = Array(text.utf8)
    let result = bytes.withUnsafeBufferPointer { bytes in
      Result { () throws(CSVError) -> [(line: Int, row: Row)] in
        try records(bytes, CSVScanner(file: file), header)
      }
    }
    return try result.get()
  }

  private static func records<Row: ResultRow>(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: CSVScanner, _ header: Header
  ) throws(CSVError) -> [(line: Int, row: Row)] {
    var scanner = start
    var rows: [(line: Int, row: Row)] = []
    var columns: [ResultColumn<Row>]?
    var reader = CSVRowReader<Row>()
    var position = 0
    while position < bytes.count,
      let next = try scanner.record(in: bytes, from: position, isLast: true)
    {
      position = next
      if let columns {
        rows.append((scanner.recordLine, try reader.row(bytes, columns, scanner)))
      } else {
        let cells = scanner.cells.map { scanner.text($0, in: bytes) }
        try checkVersion(cells, bytes, position, scanner)
        columns = try Self.columns(cells, header, scanner)
      }
    }
    guard columns != nil else {
      throw scanner.error(1, "must begin with a header, got an empty file")
    }
    return rows
  }

  /// Refuses a header that is not exactly that of this version.
  ///
  /// - Parameter position: Where the first row begins.
  /// - Throws: `CSVError`; of a file of another version about the file as a whole.
  package static func checkHeader<Row: ResultRow>(
    _ names: [String], of type: Row.Type, _ bytes: UnsafeBufferPointer<UInt8>, _ position: Int,
    _ scanner: CSVScanner
  ) throws(CSVError) {
    try checkVersion(names, bytes, position, scanner)
    try checkExact(names, type, scanner)
  }

  /// Looks at the first row before anything is said of the header: another version has other columns.
  private static func checkVersion(
    _ names: [String], _ bytes: UnsafeBufferPointer<UInt8>, _ position: Int, _ header: CSVScanner
  ) throws(CSVError) {
    var scanner = header
    // What is broken in the row is said when it is read.
    guard names.first == ResultSchema.columnName, position < bytes.count,
      (try? scanner.record(in: bytes, from: position, isLast: true)) != nil,
      let cell = scanner.cells.first
    else { return }
    try ResultSchema.check(scanner.text(cell, in: bytes), file: scanner.file)
  }

  /// The columns that a header names.
  ///
  /// - Throws: `CSVError` at the first one that must not stand there.
  package static func columns<Row: ResultRow>(
    _ names: [String], _ rule: Header, _ scanner: CSVScanner
  ) throws(CSVError) -> [ResultColumn<Row>] {
    switch rule {
    case .exact:
      try checkExact(names, Row.self, scanner)
      return Row.columns
    case .older:
      var columns: [ResultColumn<Row>] = []
      for (index, name) in names.enumerated() {
        guard index > 0 || name == Row.columns[0].name else {
          throw scanner.error(1, "header must be '\(Row.columns[0].name)', got '\(name)'")
        }
        guard let column = Row.columns.first(where: { $0.name == name }) else {
          throw scanner.error(
            index + 1, "no column is called '\(name)'; a newer flowbench can read it")
        }
        guard !columns.contains(where: { $0.name == name }) else {
          throw scanner.error(index + 1, "column must be there once, got '\(name)' again")
        }
        columns.append(column)
      }
      return columns
    }
  }

  private static func checkExact<Row: ResultRow>(
    _ header: [String], _ type: Row.Type, _ scanner: CSVScanner
  ) throws(CSVError) {
    for (index, column) in Row.columns.enumerated() {
      let got = index < header.count ? header[index] : "nothing"
      guard got == column.name else {
        throw scanner.error(index + 1, "header must be '\(column.name)', got '\(got)'")
      }
    }
    guard header.count == Row.columns.count else {
      throw scanner.error(
        Row.columns.count + 1,
        "header must have \(Row.columns.count) columns, got \(header.count)")
    }
  }

}

extension CSVScanner {
  /// Whether two cells of a file have the same bytes, as they stand there.
  package static func areEqual(_ a: Cell, _ b: Cell, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard a.end - a.start == b.end - b.start, a.isEscaped == b.isEscaped else { return false }
    guard let base = bytes.baseAddress, a.end > a.start else { return true }
    return memcmp(base + a.start, base + b.start, a.end - a.start) == 0
  }

  /// Refuses a row that is longer or shorter than the header.
  package func checkCount(_ count: Int) throws(CSVError) {
    guard cells.count == count else {
      throw error(min(cells.count, count) + 1, "row must have \(count) cells, got \(cells.count)")
    }
  }
}

extension ResultColumn {
  /// Returns the rule that a cell breaks, and the cell.
  package func refusal(of cell: String) -> String {
    let number = kind == .integer ? Int(decimal: cell).map { Double($0) } : Double(decimal: cell)
    let fault = number.flatMap { range?.fault($0) }.map { " \($0)" } ?? ""
    return
      "\(name) must be \(kind == .integer ? "an" : "a") \(kind.rawValue)\(fault), got '\(cell)'"
  }

  /// Returns a Boolean value that indicates whether a cell of the column may hold a number.
  package func allows(_ number: Double) -> Bool { range?.allows(number) ?? true }
}
