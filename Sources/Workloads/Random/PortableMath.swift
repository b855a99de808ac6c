/// Logarithm and exponential from IEEE additions, multiplications and divisions only.
///
/// The C libraries of two systems may round `log` and `exp` differently in the last bit, and two
/// machines would then generate different actions from the same seed. Here IEEE 754 determines the
/// result of every step. Results are accurate to a few units in the last place.
public enum PortableMath {
  // ln 2 in two parts; the first has so few bits that its products with an exponent are exact.
  @usableFromInline static let ln2High = 0x1.62e42feep-1
  @usableFromInline static let ln2Low = 0x1.a39ef35793c76p-33

  // √½, rounded: the smallest mantissa.
  @usableFromInline static let squareRootOfHalf = 0x1.6a09e667f3bcdp-1

  /// Returns the natural logarithm.
  ///
  /// Writes x as 2ᵉ · m with m from √½ to √2 and sums ln m = 2 artanh((m − 1) / (m + 1)), its terms
  /// in groups that the processor adds at once: G. Estrin, *Organization of computer systems*,
  /// Western Joint Computer Conference, 1960.
  ///
  /// - Parameter x: A finite, normal number greater than 0.
  @inlinable public static func log(_ x: Double) -> Double {
    precondition(x.isNormal && x > 0, "a logarithm needs a normal number above 0, got \(x)")
    // Without a branch, because the half of the binade is not predictable.
    let exponentBits = Int64(bitPattern: x.bitPattern &- squareRootOfHalf.bitPattern) >> 52
    let mantissa = Double(bitPattern: x.bitPattern &- UInt64(bitPattern: exponentBits << 52))
    let exponent = Double(exponentBits)
    let s = (mantissa - 1) / (mantissa + 1)
    let square = s * s
    let fourth = square * square
    let eighth = fourth * fourth
    // |s| < 0.172, so the first term left out, s²³ / 23, is below 2⁻⁶¹.
    let first = (1.0 / 3 + 1.0 / 5 * square) + (1.0 / 7 + 1.0 / 9 * square) * fourth
    let second = (1.0 / 11 + 1.0 / 13 * square) + (1.0 / 15 + 1.0 / 17 * square) * fourth
    let third = 1.0 / 19 + 1.0 / 21 * square
    let sum = first + eighth * (second + eighth * third)
    return exponent * ln2High + (exponent * ln2Low + (2 * s + 2 * s * square * sum))
  }

  /// Returns e to the power of `x`.
  ///
  /// - Parameter x: A number from −700 to 700, where the result is normal.
  @inlinable public static func exp(_ x: Double) -> Double {
    precondition(abs(x) <= 700, "the exponent must be from -700 to 700, got \(x)")
    let exponent = (x * 1.442_695_040_888_963_4).rounded()
    let rest = (x - exponent * ln2High) - exponent * ln2Low
    // |rest| < 0.35, so the first term left out, rest¹⁵ / 15!, is below 2⁻⁶².
    var sum = 1.0
    var divisor = 14.0
    while divisor > 0 {
      sum = 1 + rest * sum / divisor
      divisor -= 1
    }
    return Double(sign: .plus, exponent: Int(exponent), significand: sum)
  }
}
