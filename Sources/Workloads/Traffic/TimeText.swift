/// Spans of time as they are commonly written: `5ms`, `2.5s`, `1h`.
public enum TimeText {
  /// The units and their lengths in nanoseconds, the shortest first. `µs` is read as well.
  static let units: [(name: String, ns: UInt64)] = [
    ("ns", 1), ("us", 1000), ("ms", 1_000_000), ("s", 1_000_000_000), ("m", 60_000_000_000),
    ("h", 3_600_000_000_000), ("d", 86_400_000_000_000),
  ]

  /// The longest span that traffic accepts, 100 days: its nanoseconds are exact as a `Double`.
  public static let longestNs: UInt64 = 100 * 86_400_000_000_000

  /// Parses a decimal number and a unit, such as `10ns`, `5µs`, `2.5s`, `1h`, into nanoseconds.
  ///
  /// - Returns: `nil` for other texts, parts of a nanosecond, and more than `UInt64.max`.
  public static func parseNs(_ text: String) -> UInt64? {
    // A digit by its bytes: a letter that takes the accents after it is another character.
    let digits = text.utf8.prefix { isDigit($0) || $0 == UInt8(ascii: ".") }
    let unitName = String(text.utf8.dropFirst(digits.count)) ?? ""
    guard let unit = unitNs(unitName) else { return nil }
    let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = number(parts[0]) else { return nil }
    let (wholeNs, isTooLong) = whole.multipliedReportingOverflow(by: unit)
    guard !isTooLong else { return nil }
    var rest: UInt64 = 0
    if parts.count == 2 {
      guard let fraction = fractionNs(parts[1], unit: unit) else { return nil }
      rest = fraction
    }
    let (sum, isAbove) = wholeNs.addingReportingOverflow(rest)
    return isAbove ? nil : sum
  }

  /// Returns the shortest text of exactly this span, for example `5ms` or `2.5s`.
  ///
  /// The number is at least 1, so `100ms` and not `0.1s`. Minutes and longer units are used only
  /// for whole numbers. Of two texts of equal length, the one in the longer unit is used.
  public static func text(ns: UInt64) -> String {
    guard ns > 0 else { return "0s" }
    var shortest = "\(ns)ns"
    for unit in units where ns >= unit.ns {
      guard unit.ns <= 1_000_000_000 || ns % unit.ns == 0 else { continue }
      let text = decimal(ns, unit: unit.ns) + unit.name
      if text.utf8.count <= shortest.utf8.count { shortest = text }
    }
    return shortest
  }

  /// Returns the text of a span that is not a whole number of nanoseconds, such as the end of an
  /// interval: rounded down, and 0 if it is below 0.
  public static func text(roundingNs ns: Double) -> String {
    guard ns > 0 else { return "0s" }
    guard ns <= 0x1p64 else { return "more than \(UInt64.max / 1_000_000_000)s" }
    // As a `Double`, the longest span is 2⁶⁴.
    return text(ns: ns < 0x1p64 ? UInt64(ns) : .max)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  private static func unitNs(_ name: String) -> UInt64? {
    // The micro sign, and the Greek letter that looks like it.
    if name == "\u{b5}s" || name == "\u{3bc}s" { return 1000 }
    return units.first { $0.name == name }?.ns
  }

  private static func number(_ digits: Substring.UTF8View) -> UInt64? {
    digits.isEmpty ? nil : UInt64(String(Substring(digits)))
  }

  private static func fractionNs(_ digits: Substring.UTF8View, unit: UInt64) -> UInt64? {
    var digits = digits[...]
    guard !digits.isEmpty else { return nil }
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    // No unit has more than 16 twos or fives in it, so a seventeenth digit is below 1 ns.
    guard digits.count <= 16 else { return nil }
    var numerator: UInt128 = 0
    var denominator: UInt128 = 1
    for digit in digits {
      numerator = numerator * 10 + UInt128(digit - UInt8(ascii: "0"))
      denominator *= 10
    }
    let (ns, rest) = (numerator * UInt128(unit)).quotientAndRemainder(dividingBy: denominator)
    return rest == 0 ? UInt64(ns) : nil
  }

  /// `ns` / `unit` as a decimal number; it ends, because the unit is a power of ten or divides.
  private static func decimal(_ ns: UInt64, unit: UInt64) -> String {
    var text = "\(ns / unit)"
    var rest = ns % unit
    if rest > 0 { text += "." }
    while rest > 0 {
      rest *= 10
      text += "\(rest / unit)"
      rest %= unit
    }
    return text
  }
}
