/// The SplitMix64 generator: one addition and three mixing steps for each number.
///
/// The same seed gives the same numbers on every platform. Source: G. L. Steele, D. Lea,
/// C. H. Flood, *Fast splittable pseudorandom number generators*, OOPSLA 2014; the constants are
/// those of S. Vigna's public-domain `splitmix64.c`.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  @usableFromInline var state: UInt64

  /// Creates a generator at the start of the sequence of `seed`.
  @inlinable public init(seed: UInt64) { state = seed }

  /// Returns the next 64 uniformly distributed bits.
  @inlinable public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  /// Returns a number from 0 up to but not including `bound`, by one draw and without division.
  ///
  /// Uses the high half of a product (D. Lemire, *Fast random integer generation in an interval*,
  /// 2019) without its rejection step; the bias is below `bound` / 2³².
  ///
  /// - Parameter bound: 1 to 2³² − 1.
  @inlinable public mutating func below(_ bound: Int) -> Int {
    precondition(bound > 0 && bound <= 0xffff_ffff, "bound must be 1 to 2^32 - 1, got \(bound)")
    return Int(truncatingIfNeeded: ((next() >> 32) &* UInt64(bound)) >> 32)
  }
}

extension SplitMix64 {
  /// Returns one element of a pool that is not empty, with equal probabilities.
  @inlinable mutating func pick<Element>(_ pool: [Element]) -> Element {
    pool[below(pool.count)]
  }

  /// Returns whether a session of `mean` actions on average ends.
  ///
  /// If it is called before every action but the first, the length is geometric with that mean.
  @inlinable mutating func leaves(afterMean mean: Int) -> Bool { below(mean) == 0 }

  /// Returns a number above 0 and below 1 with 52 random bits, which has a logarithm and a quantile.
  @inlinable mutating func openUnit() -> Double {
    (Double(next() >> 12) + 0.5) * 0x1p-52
  }

  /// Returns an exponentially distributed number with mean 1, above 0 and below 37, by inversion.
  @inlinable mutating func exponential() -> Double { -PortableMath.log(openUnit()) }
}

/// Returns a seed for one purpose, derived from a common seed.
///
/// The seed and then the label are fed into a `Digest`. For a fixed label every step is a bijection,
/// so that two seeds never have the same split seed; two labels do by chance once in 2⁶⁴.
///
/// - Parameters:
///   - seed: The common seed, for example of a run.
///   - label: The purpose: a stream, or the id of a scenario.
@inlinable public func splitSeed(_ seed: UInt64, _ label: String) -> UInt64 {
  var digest = Digest()
  digest.combine(seed)
  digest.combine(label)
  return digest.value
}
