/// Numbers with a fixed number of decimals, independent of the locale.
package enum Decimals {
  /// Returns a number with 1 to 6 decimals: `-0.50`.
  ///
  /// A rounded 0 has no sign. A number too large for its decimals is written as it is.
  package static func text(_ value: Double, places: Int) -> String {
    precondition((1...6).contains(places), "places: must be 1 to 6, got \(places)")
    let unit = (0..<places).reduce(1) { unit, _ in unit * 10 }
    let scaled = (value * Double(unit)).rounded()
    guard abs(scaled) < 1e15 else { return "\(value)" }
    return digits(Int(scaled), unit: unit, places: places)
  }

  /// Returns a share with one decimal and a per cent sign: `1.5 %`.
  ///
  /// - Parameter share: 1 is 100 %; a share too large for its decimal is written without digits.
  package static func percent(_ share: Double) -> String {
    let tenths = (share * 1000).rounded()
    guard abs(tenths) < 1e15 else { return share < 0 ? "far below 0 %" : "far above 100 %" }
    return digits(Int(tenths), unit: 10, places: 1) + " %"
  }

  private static func digits(_ scaled: Int, unit: Int, places: Int) -> String {
    let decimals = String(abs(scaled) % unit)
    let zeros = String(repeating: "0", count: places - decimals.count)
    return "\(scaled < 0 ? "-" : "")\(abs(scaled) / unit).\(zeros)\(decimals)"
  }
}
