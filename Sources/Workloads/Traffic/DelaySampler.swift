/// Draws the lengths of a delay, in whole nanoseconds.
///
/// Every length costs one draw from the generator (a constant none), whatever comes out, and is
/// made by IEEE arithmetic only: the same seed gives the same delays everywhere.
public struct DelaySampler: Sendable {
  @frozen @usableFromInline enum Kind: Sendable {
    case constant, uniform, exponential, normal, logNormal, measured
  }

  /// The longest length drawn, 146 years: two of them still add up. A heavy tail is cut here.
  @usableFromInline static var longestNs: Double { 0x1p62 }

  @usableFromInline let kind: Kind
  /// For `constant` and `uniform`: the shortest, and how many lengths there are.
  @usableFromInline var shortestNs: UInt64 = 0
  @usableFromInline var lengthCount: UInt64 = 1
  /// For the others: the mean or median in nanoseconds, and the deviation or sigma.
  @usableFromInline var centre = 0.0
  @usableFromInline var spread = 0.0
  /// For `normal`: the share of the bell that lies below 0 and is left out.
  @usableFromInline var shareLeftOut = 0.0
  /// For `measured`.
  @usableFromInline var values: [UInt64] = []

  /// A sampler of `delay`.
  ///
  /// - Throws: `DelayError` when a value is out of its range, or the file of `measured` cannot be
  ///   read, holds no values, or one that is not a number of nanoseconds.
  public init(_ delay: Delay) throws(DelayError) {
    try delay.check()
    switch delay {
    case .constant(let ns):
      kind = .constant
      shortestNs = ns
    case .uniform(let fromNs, let toNs):
      kind = .uniform
      shortestNs = fromNs
      lengthCount = toNs - fromNs + 1
    case .exponential(let meanNs):
      kind = .exponential
      centre = Double(meanNs)
    case .normal(let meanNs, let deviationNs):
      kind = .normal
      centre = Double(meanNs)
      spread = Double(deviationNs)
      shareLeftOut = deviationNs == 0 ? 0 : StandardNormal.cumulative(-centre / spread)
    case .logNormal(let medianNs, let sigma):
      kind = .logNormal
      centre = Double(medianNs)
      spread = sigma
    case .measured(let path):
      kind = .measured
      values = try MeasuredDelays.read(path: path)
    }
  }

  /// A Boolean value that indicates whether each length is 0.
  public var isAlwaysZero: Bool {
    switch kind {
    case .constant, .uniform: shortestNs == 0 && lengthCount == 1
    case .exponential, .logNormal: centre == 0
    case .normal: centre == 0 && spread == 0
    case .measured: values.allSatisfy { $0 == 0 }
    }
  }

  /// The next length.
  ///
  /// - Parameter random: Gives one draw, none for a constant.
  /// - Returns: Nanoseconds, at most 2⁶².
  @inlinable public func nextNs(using random: inout SplitMix64) -> UInt64 {
    switch kind {
    case .constant:
      return shortestNs
    case .uniform:
      // The high half of a product, as in `SplitMix64.below`, for more than 2³² lengths.
      return shortestNs + random.next().multipliedFullWidth(by: lengthCount).high
    case .exponential:
      return Self.whole(centre * random.exponential())
    case .normal:
      // By inversion among the draws that are above 0.
      let share = shareLeftOut + (1 - shareLeftOut) * random.openUnit()
      return Self.whole(max(0, centre + spread * StandardNormal.quantile(min(share, 1 - 0x1p-53))))
    case .logNormal:
      return Self.whole(
        centre * PortableMath.exp(spread * StandardNormal.quantile(random.openUnit())))
    case .measured:
      let index = random.next().multipliedFullWidth(by: UInt64(values.count)).high
      return values[Int(truncatingIfNeeded: index)]
    }
  }

  @inlinable static func whole(_ ns: Double) -> UInt64 { UInt64(min(ns, longestNs) + 0.5) }
}
