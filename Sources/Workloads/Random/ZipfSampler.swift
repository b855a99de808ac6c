/// A sampler of ranks by Zipf's law: rank *k* (from 0) is as likely as (*k* + 1)^−exponent.
///
/// Each draw is one table look-up that compares integers: the alias method of M. D. Vose, *A linear
/// algorithm for generating random numbers with a given distribution*, IEEE Transactions on
/// Software Engineering 17 (9), 1991. Rejection-inversion (W. Hörmann and G. Derflinger, 1996) needs
/// a `pow` and a `log` for each draw, which is slower and not the same on every platform.
public struct ZipfSampler: Sendable {
  // A draw below the threshold is the column's own rank, and its alias otherwise.
  @usableFromInline struct Column: Sendable {
    @usableFromInline var threshold: UInt32
    @usableFromInline var alias: UInt32

    @usableFromInline init(threshold: UInt32, alias: UInt32) {
      self.threshold = threshold
      self.alias = alias
    }
  }

  @usableFromInline let columns: [Column]

  /// Creates a sampler.
  ///
  /// - Parameters:
  ///   - count: The number of ranks, from 1 to 2³² − 1.
  ///   - exponent: The exponent, above 0; 1 in Zipf's law.
  /// - Complexity: O(`count`) time, and 8 bytes for each rank.
  public init(count: Int, exponent: Double) {
    precondition(count > 0 && count <= 0xffff_ffff, "ranks must be 1 to 2^32 - 1, got \(count)")
    precondition(exponent > 0, "the exponent must be above 0, got \(exponent)")
    columns = Self.columns(Self.weights(count: count, exponent: exponent))
  }

  /// Returns a random rank.
  @inlinable public func next(using random: inout SplitMix64) -> Int {
    let bits = random.next()
    let column = Int(truncatingIfNeeded: ((bits >> 32) &* UInt64(columns.count)) >> 32)
    let coin = UInt32(truncatingIfNeeded: bits)
    let entry = columns[column]
    return coin < entry.threshold ? column : Int(entry.alias)
  }

  /// Returns the probabilities of the ranks.
  static func weights(count: Int, exponent: Double) -> [Double] {
    let raw = (1...count).map { rank in
      PortableMath.exp(max(-700, -exponent * PortableMath.log(Double(rank))))
    }
    // The smallest first, so that their digits are kept.
    let total = raw.reversed().reduce(0, +)
    return raw.map { $0 / total }
  }

  private static func columns(_ weights: [Double]) -> [Column] {
    var share = weights.map { $0 * Double(weights.count) }
    var columns = weights.indices.map { Column(threshold: .max, alias: UInt32($0)) }
    var small = share.indices.filter { share[$0] < 1 }
    var large = share.indices.filter { share[$0] >= 1 }
    while let low = small.popLast(), let high = large.last {
      columns[low] = Column(threshold: UInt32(share[low] * 0x1p32), alias: UInt32(high))
      share[high] -= 1 - share[low]
      if share[high] < 1 {
        large.removeLast()
        small.append(high)
      }
    }
    return columns
  }
}
