import PlainText

/// A column of a results file: its name, its meaning, and the access to its cell in a row.
///
/// Header, writer, reader and documentation use the same list of columns.
package struct ResultColumn<Row>: Sendable {
  /// The name in the header; its unit is its last part.
  package let name: String
  /// The kind of its cells; an empty cell means unknown.
  package let kind: ColumnKind
  /// The meaning, in one sentence.
  package let meaning: String
  /// The numbers that a cell may hold; `nil` for columns without numbers.
  package let range: ColumnRange?
  package let cell: @Sendable (Row) -> String
  package let read: @Sendable (inout Row, String) -> Bool
  /// Returns the number of a row, if the column has numbers.
  private let value: (@Sendable (Row) -> Double?)?
  /// `nil` if it is no metric.
  package private(set) var metric: MetricTraits?

  package static func text(
    _ name: String, _ path: any WritableKeyPath<Row, String> & Sendable, _ meaning: String
  ) -> Self {
    Self(
      name: name, kind: .text, meaning: meaning, range: nil, cell: { $0[keyPath: path] },
      read: {
        $0[keyPath: path] = $1
        return true
      }, value: nil)
  }

  package static func integer(
    _ name: String, _ path: any WritableKeyPath<Row, Int?> & Sendable, _ meaning: String,
    in range: ColumnRange = .zeroOrMore
  ) -> Self {
    convertible(
      name, .integer, path, meaning, range,
      value: { row in
        let number: Int? = row[keyPath: path]
        return number.map { Double($0) }
      },
      parse: { text in
        guard let number = Int(decimal: text), range.allows(Double(number)) else { return nil }
        return number
      })
  }

  package static func number(
    _ name: String, _ path: any WritableKeyPath<Row, Double?> & Sendable, _ meaning: String,
    in range: ColumnRange = .zeroOrMore
  ) -> Self {
    convertible(
      name, .number, path, meaning, range, value: { $0[keyPath: path] },
      parse: { text in
        guard let number = Double(decimal: text), range.allows(number) else { return nil }
        return number
      })
  }

  package static func flag(
    _ name: String, _ path: any WritableKeyPath<Row, Bool?> & Sendable, _ meaning: String
  ) -> Self {
    convertible(name, .flag, path, meaning, nil, value: nil, parse: { Bool($0) })
  }

  /// Returns a column with the same number in every row.
  static func constant(_ name: String, _ value: Int, _ meaning: String) -> Self {
    let text = "\(value)"
    return Self(
      name: name, kind: .integer, meaning: meaning, range: nil, cell: { _ in text },
      read: { $1 == text }, value: { _ in Double(value) })
  }

  /// Returns the same column, as a metric.
  package func metric(_ traits: MetricTraits) -> Self {
    var column = self
    column.metric = traits
    return column
  }

  /// Returns the rule that a cell breaks, and the cell.
  func refusal(of cell: String) -> String {
    let number = kind == .integer ? Int(decimal: cell).map { Double($0) } : Double(decimal: cell)
    let fault = number.flatMap { range?.fault($0) }.map { " \($0)" } ?? ""
    return
      "\(name) must be \(kind == .integer ? "an" : "a") \(kind.rawValue)\(fault), got '\(cell.shortened())'"
  }

  /// Returns a Boolean value that indicates whether a cell of the column may hold a number.
  package func allows(_ number: Double) -> Bool { range?.allows(number) ?? true }

  /// Returns the number of a row; `nil` if it is unknown, or no number.
  package func number(of row: Row) -> Double? { value?(row) }

  /// Swift's descriptions of numbers do not depend on the locale, and parse to the same bits. A number
  /// that a reader would refuse is unknown: a file that is written can be read.
  private static func convertible<T: SendableMetatype>(
    _ name: String, _ kind: ColumnKind, _ path: any WritableKeyPath<Row, T?> & Sendable,
    _ meaning: String, _ range: ColumnRange?, value: (@Sendable (Row) -> Double?)?,
    parse: @escaping @Sendable (String) -> T?
  ) -> Self {
    Self(
      name: name, kind: kind, meaning: meaning, range: range,
      cell: { row in
        if let range, let number = value?(row), !range.allows(number) { return "" }
        return row[keyPath: path].map { "\($0)" } ?? ""
      },
      read: {
        if $1.isEmpty {
          $0[keyPath: path] = nil
          return true
        }
        guard let value = parse($1) else { return false }
        $0[keyPath: path] = value
        return true
      }, value: value)
  }
}

extension ResultColumn {
  /// Returns the same column in a row that contains this one.
  fileprivate func lifted<Whole>(
    to path: any WritableKeyPath<Whole, Row> & Sendable
  ) -> ResultColumn<Whole> {
    let (cell, read) = (cell, read)
    var number: (@Sendable (Whole) -> Double?)?
    if let value { number = { value($0[keyPath: path]) } }
    var column = ResultColumn<Whole>(
      name: name, kind: kind, meaning: meaning, range: range,
      cell: { cell($0[keyPath: path]) }, read: { read(&$0[keyPath: path], $1) },
      value: number)
    column.metric = metric
    return column
  }
}

extension Array {
  /// Returns the same columns in a row that contains their row.
  package func lifted<Part, Whole>(
    to path: any WritableKeyPath<Whole, Part> & Sendable
  ) -> [ResultColumn<Whole>] where Element == ResultColumn<Part> {
    map { $0.lifted(to: path) }
  }
}

/// The kind of a cell.
package enum ColumnKind: String, Sendable {
  case text
  case integer
  case number
  /// `true` or `false`.
  case flag
}

/// A row of a results file.
package protocol ResultRow {
  /// The name of the file.
  static var fileName: String { get }
  /// The columns of the file in their order.
  static var columns: [ResultColumn<Self>] { get }

  /// Creates a row in which everything is unknown.
  init()
}

/// The numbers that the cells of a column may contain.
///
/// A reader refuses other numbers by line and column, because they come from a damaged file and
/// have no ratio, no logarithm or no JSON.
package struct ColumnRange: Sendable, Equatable {
  package let numbers: ClosedRange<Double>

  /// Numbers of either sign, whose squares are finite.
  package static let any = ColumnRange(numbers: -1e100...1e100)
  /// Counts, sizes and durations: at least 0.
  package static let zeroOrMore = ColumnRange(numbers: 0...largest)
  /// Times of which ratios are computed: above 0.
  package static let positive = ColumnRange(numbers: 1e-6...largest)
  /// Shares of a whole: 0 to 1, and the rounding error of a sum.
  package static let share = ColumnRange(numbers: 0...(1 + 1e-9))

  /// The largest count, and the largest time: 31 years in nanoseconds.
  private static let largest = 1e18

  func allows(_ number: Double) -> Bool { numbers.contains(number) }

  /// Returns the rule that a number breaks; `nil` if the column may contain it.
  func fault(_ number: Double) -> String? {
    if number < numbers.lowerBound { return "of at least \(Self.text(numbers.lowerBound))" }
    return number > numbers.upperBound ? "of at most \(Self.text(numbers.upperBound))" : nil
  }

  private static func text(_ bound: Double) -> String {
    switch bound {
    case positive.numbers.lowerBound: "0.000001"
    case largest: "1e18"
    default: abs(bound) < largest ? "\(Int(bound))" : bound < 0 ? "-1e100" : "1e100"
    }
  }
}

/// The name and the columns of a results file.
package struct ResultFileDescription: Sendable {
  package struct Column: Hashable, Sendable {
    package let name: String
    package let kind: String
    package let meaning: String
  }

  package let fileName: String
  package let columns: [Column]

  package init<Row: ResultRow>(_ type: Row.Type) {
    fileName = Row.fileName
    columns = Row.columns.map { Column(name: $0.name, kind: $0.kind.rawValue, meaning: $0.meaning) }
  }
}
