/// Samples in ascending order, from which ranks, quantiles and intervals are read.
public struct SortedSamples: Equatable, Sendable {
  /// The samples, ascending, in the unit in which they came.
  public let values: [Double]

  /// Sorts finite samples.
  ///
  /// - Complexity: O(*n* log *n*).
  public init(_ samples: some Sequence<Double>) {
    // Not `samples.sorted()`: that would sort elements of a type it learns at run time.
    var sorted = Array(samples)
    sorted.sort()
    for value in sorted {
      precondition(value.isFinite, "samples: must be finite, got \(value)")
    }
    values = sorted
  }

  /// Sorts whole samples, such as nanoseconds.
  public init(_ samples: some Sequence<UInt64>) {
    // Not `map(Double.init)`: of all initialisers from a `UInt64` that picks `init(bitPattern:)`.
    self.init(samples.map { Double($0) })
  }

  /// The number of samples.
  public var count: Int { values.count }

  /// The smallest sample, or nil without samples.
  public var min: Double? { values.first }

  /// The largest sample, or nil without samples.
  public var max: Double? { values.last }

  /// The arithmetic mean, or nil without samples.
  ///
  /// - Complexity: O(*n*). Summed from the least up, which loses the fewest bits.
  public var mean: Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(count)
  }

  /// The middle sample, or the mean of the two in the middle; nil without samples.
  public var median: Double? { self[.p50] }

  /// The median of the distances from the median, not multiplied by 1.4826; nil without samples.
  ///
  /// Source: F. R. Hampel, *The influence curve and its role in robust estimation*, 1974.
  ///
  /// - Complexity: O(*n* log *n*).
  public var medianAbsoluteDeviation: Double? {
    guard let median else { return nil }
    return SortedSamples(values.map { abs($0 - median) }).median
  }

  /// The value below which a share of the samples lies; nil without samples.
  ///
  /// Linear interpolation between the two ranks around (*n* − 1)·*q*: definition 7 of R. J. Hyndman
  /// and Y. Fan, *Sample quantiles in statistical packages*, 1996, the default of NumPy, R and
  /// spreadsheets. The rank is found in integers, so that it is exact. With fewer samples than
  /// ``Quantile/samplesNeeded`` the value understates the tail.
  ///
  /// - Complexity: O(1).
  public subscript(quantile: Quantile) -> Double? {
    guard let last = values.last else { return nil }
    let position = (count - 1) * quantile.partsPerMillion
    let rank = position / 1_000_000
    let share = Double(position % 1_000_000) / 1_000_000
    guard rank + 1 < count else { return last }
    return values[rank] + (values[rank + 1] - values[rank]) * share
  }
}
