#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An interval for a value above 0 that was measured once in each of several fresh processes.
///
/// One process is one draw, however many actions it ran: they share a heap, addresses and the
/// machine's state of that minute, so that no number of actions says what the next process will
/// show. Student's *t* on the logarithms, taken back: times that scatter by a share of themselves
/// are nearly normal on that scale, and the interval never reaches 0. Source: Student, *The
/// probable error of a mean*, 1908; on logarithms it is an interval for the geometric mean, which
/// for log-normal values is the median over processes.
///
/// With two processes it is wide, 12.7 standard errors to either side; that is what two draws say.
package struct RoundInterval: Equatable, Sendable {
  /// The geometric mean, in the unit of the values.
  package let centre: Double
  /// The lower end, in the unit of the values; above 0.
  package let low: Double
  /// The upper end, in the unit of the values.
  package let high: Double
  /// How many processes there were; 2 or more.
  package let processes: Int

  /// Finds the interval.
  ///
  /// - Parameters:
  ///   - values: One for each process, all in one unit, in any order.
  ///   - confidence: Above 0 and below 1; that of a ``Summary`` unless said otherwise.
  /// - Returns: Nil with fewer than 2 values, and when one is not above 0 and finite.
  /// - Complexity: O(*n*).
  package init?(_ values: [Double], confidence: Double = Summary.Bounds.confidence) {
    guard values.count >= 2, values.allSatisfy({ $0 > 0 && $0.isFinite }) else { return nil }
    processes = values.count
    // From the first, so that equal values have themselves as their mean, to the last bit.
    let logarithms = values.map { log($0) - log(values[0]) }
    let mean = logarithms.reduce(0, +) / Double(values.count)
    let squares = logarithms.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let spread = IndependentComparison.Spread(
      standardError: (squares / Double(values.count - 1) / Double(values.count)).squareRoot(),
      degreesOfFreedom: Double(values.count - 1))
    let reach = spread.reach(confidence: confidence)
    centre = values[0] * exp(mean)
    low = values[0] * exp(mean - reach)
    high = values[0] * exp(mean + reach)
  }
}
