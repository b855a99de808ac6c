import Foundation

/// Reads the rows of a results file one by one, and refuses a broken file by line and column.
///
/// Rows are created on demand, so a file of a million rows takes no more memory than its mapped
/// pages.
package struct CSVReader<Row: ResultRow> {
  /// The permitted difference between a header and the columns of this version.
  package enum Header {
    /// No difference.
    case exact
    /// Columns may be missing; their cells are unknown.
    case older
  }

  /// The scanner, with the cells of the last row.
  package private(set) var scanner: CSVScanner
  /// The columns of the file, in its order.
  package let columns: [ResultColumn<Row>]
  private let requiresLineFeed: Bool
  private var last = Row()
  private var lastCells: [CSVScanner.Cell] = []

  /// Reads the header.
  ///
  /// - Parameters:
  ///   - bytes: The file, which must outlive the reader.
  ///   - file: The name of the file in errors.
  ///   - requiresLineFeed: A Boolean value that indicates whether a last row without a line feed is
  ///     refused, because the file is incomplete.
  /// - Throws: `CSVError`.
  package init(
    _ bytes: UnsafeBufferPointer<UInt8>, file: String, header: Header = .exact,
    requiresLineFeed: Bool = false
  ) throws(CSVError) {
    self.requiresLineFeed = requiresLineFeed
    var scanner = CSVScanner(bytes, file: file)
    guard try scanner.next() else {
      throw scanner.error(1, "must begin with a header, got an empty file")
    }
    let names = scanner.cells.map { scanner.text($0) }
    // Checked before the header, because another version has other columns.
    var first = scanner
    if names.first == ResultSchema.columnName, (try? first.next()) == true {
      try ResultSchema.check(first.text(first.cells[0]), file: file)
    }
    columns = try Self.columns(names, header, scanner)
    self.scanner = scanner
  }

  /// Reads the next row.
  ///
  /// - Returns: `false` if there are no more rows.
  /// - Throws: `CSVError`.
  package mutating func next() throws(CSVError) -> Bool {
    guard try scanner.next() else { return false }
    guard !requiresLineFeed || scanner.endsWithLineFeed else {
      throw scanner.error(
        scanner.cells.count, "the last row must end with a line feed, but the file is incomplete")
    }
    guard scanner.cells.count == columns.count else {
      throw scanner.error(
        min(scanner.cells.count, columns.count) + 1,
        "row must have \(columns.count) cells, got \(scanner.cells.count)")
    }
    return true
  }

  /// Returns the last row.
  ///
  /// Cells that equal those of the row before, as most do, are not parsed again.
  ///
  /// - Throws: `CSVError`.
  package mutating func row() throws(CSVError) -> Row {
    let cells = scanner.cells
    for index in columns.indices {
      if index < lastCells.count, scanner.areEqual(cells[index], lastCells[index]) { continue }
      let text = scanner.text(cells[index])
      if index == 0 { try checkVersion() }
      guard columns[index].read(&last, text) else { throw refusal(index) }
    }
    lastCells.removeAll(keepingCapacity: true)
    lastCells.append(contentsOf: cells)
    return last
  }

  /// Refuses a row of another version.
  private func checkVersion() throws(CSVError) {
    guard columns[0].name == ResultSchema.columnName else { return }
    try ResultSchema.check(scanner.text(scanner.cells[0]), file: scanner.file)
  }

  /// Returns the error of a cell of the last row.
  private func refusal(_ column: Int) -> CSVError {
    let cell = scanner.text(scanner.cells[column])
    return scanner.error(column + 1, columns[column].refusal(of: cell))
  }

  private static func columns(
    _ names: [String], _ header: Header, _ scanner: CSVScanner
  ) throws(CSVError) -> [ResultColumn<Row>] {
    switch header {
    case .exact:
      for (index, column) in Row.columns.enumerated() {
        let got = index < names.count ? names[index] : "nothing"
        guard got == column.name else {
          throw scanner.error(
            index + 1, "header must be '\(column.name)', got '\(got.shortened())'")
        }
      }
      guard names.count == Row.columns.count else {
        throw scanner.error(
          Row.columns.count + 1,
          "header must have \(Row.columns.count) columns, got \(names.count)")
      }
      return Row.columns
    case .older:
      var columns: [ResultColumn<Row>] = []
      for (index, name) in names.enumerated() {
        guard index > 0 || name == Row.columns[0].name else {
          throw scanner.error(
            1, "header must be '\(Row.columns[0].name)', got '\(name.shortened())'")
        }
        guard let column = Row.columns.first(where: { $0.name == name }) else {
          throw scanner.error(
            index + 1, "no column is called '\(name.shortened())'; a newer flowbench can read it")
        }
        guard !columns.contains(where: { $0.name == name }) else {
          throw scanner.error(index + 1, "columns must occur once, got '\(name.shortened())' again")
        }
        columns.append(column)
      }
      return columns
    }
  }
}

extension CSVReader {
  /// Reads a file of a run by a closure, or the same rows from the log of a run that was killed.
  ///
  /// - Throws: `CSVError`, what the closure throws, or what opening the file throws.
  package static func read<Result>(
    _ path: String, name: String? = nil, header: Header = .exact, requiresLineFeed: Bool = false,
    _ body: (inout CSVReader) throws -> Result
  ) throws -> Result {
    let data = try RunFile.contents(of: path)
    return try data.withUnsafeBytes { bytes in
      let bytes = bytes.bindMemory(to: UInt8.self)
      let file = name ?? path
      if let error = TextFile.fault(bytes, file: file) { throw error }
      var reader = try CSVReader(
        bytes, file: file, header: header, requiresLineFeed: requiresLineFeed)
      return try body(&reader)
    }
  }

  /// Returns the rows of a file.
  ///
  /// - Parameter name: The name of the file in errors; `nil`: its path.
  /// - Throws: `CSVError`, or what opening the file throws.
  package static func rows(
    in path: String, name: String? = nil, header: Header = .exact, as type: Row.Type = Row.self
  ) throws -> [Row] {
    try read(path, name: name, header: header) { try $0.rest() }
  }

  /// Returns the rows of a text.
  ///
  /// - Throws: `CSVError`.
  package static func rows(
    _ text: String, file: String, header: Header = .exact, as type: Row.Type = Row.self
  ) throws -> [Row] {
    var text = text
    return try text.withUTF8 { bytes in
      var reader = try CSVReader(bytes, file: file, header: header)
      return try reader.rest()
    }
  }

  mutating func rest() throws(CSVError) -> [Row] {
    var rows: [Row] = []
    while try next() { rows.append(try row()) }
    return rows
  }
}
