import PlainText

/// The numbers that the cells of a column may hold.
///
/// A number beyond it comes from a damaged file or from an edit: it has no ratio, no logarithm or no
/// JSON, so a reader refuses it by line and column before it computes anything.
package struct ColumnRange: Sendable, Equatable {
  /// The smallest and the largest number that a cell may hold.
  package let numbers: ClosedRange<Double>

  /// Numbers of either sign, whose squares are still finite.
  package static let any = ColumnRange(numbers: -1e100...1e100)
  /// Counts, sizes and spans of time: at least 0.
  package static let zeroOrMore = ColumnRange(numbers: 0...largest)
  /// Times of which ratios are taken: above 0.
  package static let positive = ColumnRange(numbers: 1e-6...largest)
  /// Shares of a whole: 0 to 1, and what a sum is rounded up by.
  package static let share = ColumnRange(numbers: 0...(1 + 1e-9))

  /// The largest count, and the largest time: as nanoseconds 31 years.
  private static let largest = 1e18

  /// Returns a Boolean value that indicates whether the column may hold a number.
  func allows(_ number: Double) -> Bool { numbers.contains(number) }

  /// Returns the rule that a number breaks; `nil` if the column may hold it.
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
