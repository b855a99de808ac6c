/// Samples in ascending order, from which ranks, quantiles and intervals are read.
package struct SortedSamples: Equatable, Sendable {
  /// The samples, ascending, in the unit in which they came.
  package let values: [Double]

  /// Sorts finite samples.
  ///
  /// - Complexity: O(*n* log *n*).
  package init(_ samples: some Sequence<Double>) {
    // Not `samples.sorted()`, which is not specialised for the elements of a sequence.
    var sorted = Array(samples)
    sorted.sort()
    for value in sorted {
      precondition(value.isFinite, "samples: must be finite, got \(value)")
    }
    values = sorted
  }

  package var count: Int { values.count }

  package var min: Double? { values.first }

  package var max: Double? { values.last }

  /// The arithmetic mean, summed from the smallest up; `nil` without samples.
  ///
  /// - Complexity: O(*n*).
  package var mean: Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(count)
  }

  /// The middle sample, or the mean of the two in the middle; `nil` without samples.
  package var median: Double? { percentile(50) }

  /// The median of the distances from the median, not multiplied by 1.4826; `nil` without samples.
  ///
  /// Source: F. R. Hampel, *The influence curve and its role in robust estimation*, 1974.
  ///
  /// - Complexity: O(*n* log *n*).
  package var medianAbsoluteDeviation: Double? {
    guard let median else { return nil }
    return SortedSamples(values.map { abs($0 - median) }).median
  }

  /// Returns the value below which a share of the samples lies; `nil` without samples.
  ///
  /// Linear interpolation between the two ranks around (*n* − 1)·*q*: definition 7 of R. J. Hyndman
  /// and Y. Fan, *Sample quantiles in statistical packages*, 1996, the default of NumPy, R and
  /// spreadsheets. The rank is found in integers, so that it is exact.
  ///
  /// - Parameter percent: 0 to 100.
  func percentile(_ percent: Int) -> Double? {
    guard let last = values.last else { return nil }
    let (rank, rest) = ((count - 1) * percent).quotientAndRemainder(dividingBy: 100)
    guard rank + 1 < count else { return last }
    return values[rank] + (values[rank + 1] - values[rank]) * (Double(rest) / 100)
  }
}
