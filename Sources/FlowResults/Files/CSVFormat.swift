/// Writes results files by RFC 4180, in UTF-8 and with line feeds.
package enum CSVFormat {
  /// Returns the header and the rows.
  package static func text<Row: ResultRow>(_ rows: [Row]) -> String {
    header(Row.self) + lines(rows)
  }

  /// Returns the names of the columns as the first line of a file.
  package static func header<Row: ResultRow>(_ type: Row.Type) -> String {
    line(Row.columns.map(\.name))
  }

  /// Returns the rows without a header.
  package static func lines<Row: ResultRow>(_ rows: [Row]) -> String {
    rows.map { row in line(Row.columns.map { $0.cell(row) }) }.joined()
  }

  private static func line(_ cells: [String]) -> String {
    cells.map(quoted).joined(separator: ",") + "\n"
  }

  /// Compares scalars, because a quote with an accent is one character, which does not equal a
  /// quote.
  private static func quoted(_ cell: String) -> String {
    let scalars = cell.unicodeScalars
    // Other readers remove spaces at the ends, and end lines at any line end of Unicode.
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

/// A fault of a results file, and its position.
package struct CSVError: Error, Equatable, CustomStringConvertible {
  package var file: String
  /// The first line of the row, from 1; `nil` if the fault concerns the whole file, and the rule
  /// then includes the remedy.
  package private(set) var line: Int?
  /// The column, from 1.
  package private(set) var column: Int?
  /// The rule, and the value that breaks it.
  package let rule: String
  /// The next step; empty if there is none.
  private var remedy = ""

  package init(file: String, line: Int, column: Int, rule: String) {
    self.file = file
    self.line = line
    self.column = column
    self.rule = rule
  }

  /// Creates a fault of the whole file.
  package init(file: String, rule: String) {
    self.file = file
    self.rule = rule
  }

  /// Returns the same fault with the directory of its file.
  package func inDirectory(_ path: String) -> CSVError {
    var error = self
    if !file.hasPrefix(path) { error.file = "\(path)/\(file)" }
    return error
  }

  /// Returns the same fault with the next step.
  package func with(remedy: String) -> CSVError {
    var error = self
    error.remedy = remedy
    return error
  }

  /// `samples.csv:12:7: wall_ns_per_action must be a number, got 'x'`.
  package var description: String {
    guard let line, let column else { return "\(file): \(rule)" }
    return "\(file):\(line):\(column): \(rule)" + (remedy.isEmpty ? "" : "; \(remedy)")
  }
}
