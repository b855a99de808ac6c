/// Draws exponentially distributed numbers: the gaps between arrivals that ignore each other.
///
/// By inversion, −mean · ln(1 − u) for a uniform u (L. Devroye, *Non-Uniform Random Variate
/// Generation*, 1986, chapter II.2), with a logarithm that is the same on every platform.
public struct ExponentialSampler: Sendable {
  /// The mean, in whatever unit the caller counts.
  public let mean: Double

  /// A sampler of numbers whose mean is `mean`.
  ///
  /// - Precondition: `mean` is finite and above 0.
  @inlinable public init(mean: Double) {
    precondition(mean > 0 && mean.isFinite, "the mean must be finite and above 0, got \(mean)")
    self.mean = mean
  }

  /// The next number, from 0 to about 37 means.
  @inlinable public func next(using random: inout SplitMix64) -> Double {
    -mean * PortableMath.log(1 - random.unit())
  }
}
