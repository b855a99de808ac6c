package import Workloads

@testable package import FlowResults

/// Random rows of any kind, with cells that are difficult to write.
package enum RandomRow {
  /// The parts of strings; the last two combine with the character before them.
  package static let pieces = [
    "a", "Z", "7", " ", ",", "\"", "\"\"", "\n", "\r", "\r\n", "\t", ";", "'", "ü", "∞", "👩‍👩‍👧",
    "\u{2028}", "\u{85}", "nan", "-", "\u{301}", "\"\u{301}",
  ]

  /// Returns a row in which about a third of the cells is empty.
  package static func make<Row: ResultRow>(
    _ type: Row.Type, using random: inout SplitMix64, pieces: [String] = pieces
  ) -> Row {
    var row = Row()
    for column in Row.columns {
      // The version is constant.
      guard column.name != ResultSchema.columnName else { continue }
      let isKnown = random.below(3) > 0
      let text: String =
        switch column.kind {
        case .text: (0..<random.below(6)).map { _ in pieces[random.below(pieces.count)] }.joined()
        case .integer:
          String(
            Int(
              within(
                column.range,
                Double(Int(truncatingIfNeeded: random.next()) >> (1 + random.below(63))))))
        case .number: "\(within(column.range, number(using: &random)))"
        case .flag: random.below(2) == 0 ? "true" : "false"
        }
      precondition(column.read(&row, isKnown ? text : ""), "\(column.name) refuses '\(text)'")
    }
    return row
  }

  /// Returns the nearest number in the range of a column.
  private static func within(_ range: ColumnRange?, _ number: Double) -> Double {
    guard let numbers = range?.numbers else { return number }
    return min(max(number, numbers.lowerBound), numbers.upperBound)
  }

  private static func number(using random: inout SplitMix64) -> Double {
    let number = Double(bitPattern: random.next())
    return number.isFinite && random.below(2) == 0 ? number : .random(in: 0..<1000, using: &random)
  }
}
