import Foundation

extension FittedGrowth {
  /// The cost as a formula: `120 ns + 14.1 ns per row (13.8 to 14.4)`.
  ///
  /// The interval is that of the slope. A base whose interval includes 0 is left out.
  package var description: String {
    guard let shape else { return "no shape: \(reason ?? "unknown")" }
    guard let slope, shape != .constant else { return constantText }
    let start = base.low > 1e-6 ? baseText : ""
    let (symbol, amount) = Self.scale(of: slope.value, unit)
    let number = Self.digits(slope.value / amount, unit)
    let interval = Self.interval(slope, amount)
    switch (shape, unit) {
    case (.linear, .time): return "\(start)\(number) \(symbol) per \(sizeName.one)\(interval)"
    case (.linear, _):
      let noun = start.isEmpty ? Self.noun(slope.value, unit) : symbol
      return "\(start)\(number) \(noun) per \(sizeName.one)\(interval)"
    case (_, .time):
      return "\(start)\(number) \(symbol) · \(power) for n \(sizeName.many)\(interval)"
    default: return "\(start)\(number) · \(power) \(symbol) for n \(sizeName.many)\(interval)"
    }
  }

  private var power: String { shape == .quadratic ? "n²" : "n log₂ n" }

  private var constantText: String {
    if let range {
      let (symbol, amount) = Self.scale(of: range.upperBound, unit)
      let low = Self.digits(range.lowerBound / amount, unit)
      let high = Self.digits(range.upperBound / amount, unit)
      return "\(low) to \(high) \(symbol), growing no faster than log n for n \(sizeName.many)"
    }
    let (symbol, amount) = Self.scale(of: base.value, unit)
    let noun = unit == .time ? symbol : Self.noun(base.value, unit)
    return "\(Self.digits(base.value / amount, unit)) \(noun)\(Self.interval(base, amount)), "
      + "whatever the number of \(sizeName.many)"
  }

  private var baseText: String {
    let (symbol, amount) = Self.scale(of: base.value, unit)
    let number = Self.digits(base.value / amount, unit)
    return unit == .time ? "\(number) \(symbol) + " : "\(number) + "
  }

  private static func interval(_ estimate: Estimate, _ amount: Double) -> String {
    guard estimate.low < estimate.high else { return "" }
    return " (\(threeDigits(estimate.low / amount)) to \(threeDigits(estimate.high / amount)))"
  }

  /// Returns the name of the unit and the number of base units in it.
  private static func scale(of value: Double, _ unit: Unit) -> (symbol: String, amount: Double) {
    switch unit {
    case .time: value < 999.5 ? ("ns", 1) : value < 999_500 ? ("µs", 1e3) : ("ms", 1e6)
    case .allocations: ("allocations", 1)
    case .bytes: ("bytes", 1)
    }
  }

  private static func noun(_ value: Double, _ unit: Unit) -> String {
    let isOne = digits(value, unit) == "1"
    return unit == .allocations
      ? (isOne ? "allocation" : "allocations") : (isOne ? "byte" : "bytes")
  }

  /// Returns all digits of a whole count, and three digits of any other number.
  private static func digits(_ value: Double, _ unit: Unit) -> String {
    let whole = value.rounded()
    let isWhole = unit != .time && abs(value - whole) < 1e-6 * max(1, whole) && whole < 1e15
    return isWhole ? String(Int(whole)) : threeDigits(value)
  }

  /// Returns a number with three significant digits, or all digits before the point.
  private static func threeDigits(_ value: Double) -> String {
    guard value > 0, value.isFinite else { return "0" }
    var places = 0
    var rounded = value.rounded()
    if value < 99.95 {
      // Rounded first, because 9.996 has the digits 10.0.
      let magnitude = Int(log10(value).rounded(.down))
      let step = pow(10, Double(2 - magnitude))
      rounded = (value * step).rounded() / step
      places = 2 - Int((log10(rounded) + 1e-9).rounded(.down))
    }
    guard places <= 12 else { return "0" }
    return String(format: "%.\(places)f", rounded)
  }
}
