/// Samples in ascending order, from which ranks, quantiles and intervals are read.
public struct SortedSamples: Equatable, Sendable {
  /// The samples, ascending, in the unit in which they came.
  public let values: [Double]

  /// Sorts samples.
  ///
  /// - Parameter samples: Any number of finite values, in any order.
  /// - Precondition: Every value is finite. What could not be measured is left out by the caller,
  ///   who then also knows how many are missing.
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
  ///
  /// - Complexity: O(*n* log *n*).
  public init(_ samples: some Sequence<UInt64>) {
    // Not `map(Double.init)`: of all initialisers from a `UInt64` that picks `init(bitPattern:)`.
    self.init(samples.map { Double($0) })
  }

  /// How many samples there are.
  public var count: Int { values.count }

  /// The least sample, or nil when there are none.
  public var min: Double? { values.first }

  /// The largest sample, or nil when there are none.
  public var max: Double? { values.last }

  /// The arithmetic mean, or nil when there are no samples.
  ///
  /// One stall of the machine moves it as far as it likes: read it beside the median, not instead.
  ///
  /// - Complexity: O(*n*). Summed from the least up, which loses the fewest bits.
  public var mean: Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(count)
  }

  /// The middle sample, or the mean of the two in the middle; nil when there are no samples.
  public var median: Double? { self[.p50] }

  /// The median of the distances from the median, or nil when there are no samples.
  ///
  /// The plain distance, not multiplied by 1.4826: that factor turns it into a standard deviation
  /// for normal samples, and times are not normal. Source: F. R. Hampel, *The influence curve and
  /// its role in robust estimation*, 1974.
  ///
  /// - Complexity: O(*n* log *n*).
  public var medianAbsoluteDeviation: Double? {
    guard let median else { return nil }
    return SortedSamples(values.map { abs($0 - median) }).median
  }

  /// The value below which a share of the samples lies.
  ///
  /// Linear interpolation between the two ranks around (*n* − 1)·*q*: definition 7 of
  /// R. J. Hyndman and Y. Fan, *Sample quantiles in statistical packages*, 1996, which NumPy, R and
  /// spreadsheets use by default. The rank is found in integers, so that it is exact.
  ///
  /// With fewer samples than ``Quantile/samplesNeeded`` this still gives a number, and that number
  /// understates the tail: ``Summary`` attaches the caveat.
  ///
  /// - Returns: Nil when there are no samples.
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
