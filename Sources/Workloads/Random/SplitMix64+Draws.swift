extension SplitMix64 {
  /// One element of a pool, each as likely as the others.
  ///
  /// - Precondition: The pool is not empty.
  @inlinable mutating func pick<Element>(_ pool: [Element]) -> Element {
    pool[below(pool.count)]
  }

  /// Whether somebody leaves now, when a session shall have `mean` actions on average.
  ///
  /// Asked before every action but the first, it makes the length of a session geometric with
  /// exactly that mean.
  @inlinable mutating func leaves(afterMean mean: Int) -> Bool { below(mean) == 0 }

  /// A number above 0 and below 1, with 52 random bits: neither end is ever drawn, so that it has
  /// a logarithm and a quantile.
  @inlinable mutating func openUnit() -> Double {
    (Double(next() >> 12) + 0.5) * 0x1p-52
  }

  /// An exponentially distributed number with mean 1, above 0 and below 37, by inversion.
  @inlinable mutating func exponential() -> Double { -PortableMath.log(openUnit()) }
}
