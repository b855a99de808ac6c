import FlowTestSupport
import Testing

@testable import FlowResults

/// A row with a column of each range.
private struct RangeRow: ResultRow {
  var count: Int?
  var integer: Int?
  var any: Double?
  var zeroOrMore: Double?
  var positive: Double?
  var share: Double?

  static let fileName = "ranges.csv"
  static let columns: [ResultColumn<RangeRow>] =
    ResultSchema.columns() + [
      .integer("count", \.count, "A count."),
      .integer("integer", \.integer, "An integer.", in: .any),
      .number("any", \.any, "Any number.", in: .any),
      .number("zero_or_more", \.zeroOrMore, "A number."),
      .number("positive", \.positive, "A time.", in: .positive),
      .number("share", \.share, "A share.", in: .share),
    ]
}

/// Numbers that are written, and the reader's ranges.
struct ColumnRangeTests {
  private static let numbers: [Double] = [
    .nan, .signalingNaN, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
    .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .leastNormalMagnitude, -0.0, 0, 1, -1, 1.1,
    1e-7,
    1e16, 1e18, (1e18).nextUp, 0x1p63, 0x1p64, 1e100, (1e100).nextUp, (1 + 1e-9).nextUp, 1.0 / 3,
  ]
  private static let integers: [Int] = [
    .min, .min + 1, -1, 0, 1, 1 << 53 + 1, Int(1e18), Int(1e18) + 1, Int(1e18) + 100, .max,
  ]

  /// Returns the same number, or `nil` if no reader accepts it.
  private func known<T: BinaryFloatingPoint>(_ number: T, _ range: ColumnRange) -> T? {
    range.numbers.contains(Double(number)) ? number : nil
  }

  @Test(arguments: numbers)
  func `a number is read as it was written, or is unknown`(number: Double) throws {
    var row = RangeRow()
    (row.any, row.zeroOrMore, row.positive, row.share) = (number, number, number, number)
    let rows: [RangeRow] = try CSVReader.rows(CSVFormat.text([row]), file: "ranges.csv")
    #expect(rows[0].any == known(number, .any))
    #expect(rows[0].zeroOrMore == known(number, .zeroOrMore))
    #expect(rows[0].positive == known(number, .positive))
    #expect(rows[0].share == known(number, .share))
  }

  @Test(arguments: integers)
  func `an integer is read as it was written, or is unknown`(integer: Int) throws {
    var row = RangeRow()
    (row.count, row.integer) = (integer, integer)
    let rows: [RangeRow] = try CSVReader.rows(CSVFormat.text([row]), file: "ranges.csv")
    #expect(rows[0].integer == integer)
    #expect(rows[0].count == (0...Int(1e18) ~= integer || integer == Int(1e18) + 1 ? integer : nil))
  }

  @Test func `a long cell is shortened in a message`() throws {
    let cell = String(repeating: "9", count: 100_000)
    let error = #expect(throws: CSVError.self) {
      _ = try CSVReader.rows(
        "schema_version,count\n2,\(cell)\n", file: "f", header: .older, as: RangeRow.self)
    }
    #expect(error.map { "\($0)".hasPrefix("f:2:2: count must be an integer") } == true)
    #expect(error.map { "\($0)".count < 400 } == true)
    let header = #expect(throws: CSVError.self) {
      _ = try CSVReader.rows("\(cell)\n", file: "f", as: RangeRow.self)
    }
    #expect(header.map { "\($0)".count < 400 } == true)
  }
}
