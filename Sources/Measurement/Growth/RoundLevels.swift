import Foundation

/// The logarithm of the cost at each size, from rounds that were disturbed.
///
/// A cost is the product of the size's cost, the round's speed and noise. Both factors are fitted
/// with Tukey's biweight (F. Mosteller and J. W. Tukey, *Data Analysis and Regression*, 1977,
/// chapter 10): a cost that is far off does not count, so that neither slow rounds nor single slow
/// measurements matter. The start is a median polish (J. W. Tukey, *Exploratory Data
/// Analysis*, 1977, chapter 11) that prefers low residuals, because disturbances only add time.
struct RoundLevels {
  /// The distance of a logarithm at which a cost no longer counts: 0.2, or more with much noise.
  private var reach = 0.2

  /// The logarithm of each size's cost in a round at the usual speed.
  private(set) var sizes: [Double]
  private var rounds: [Double]
  private var logs: [[Double]]

  /// Fits the logarithms of costs.
  ///
  /// - Parameter logs: For each round, one finite number for each size.
  /// - Complexity: O(rounds · sizes).
  init(_ logs: [[Double]]) {
    self.logs = logs
    let columns = logs[0].indices
    sizes = columns.map { column in Self.rank(logs.map { $0[column] }, 0.5) }
    rounds = []
    for _ in 0..<4 {
      rounds = logs.map { Self.rank(Self.differences($0, sizes), 0.5) }
      sizes = columns.map { column in
        Self.rank(logs.indices.map { logs[$0][column] - rounds[$0] }, 0.3)
      }
    }
    let residuals = logs.indices.flatMap { row in
      sizes.indices.map { abs(logs[row][$0] - rounds[row] - sizes[$0]) }
    }
    reach = max(reach, 6 * Self.rank(residuals, 0.5))
    rounds = logs.map { Self.rank(Self.differences($0, sizes), 0) }
    refine(steps: 8)
    setUsualSpeed()
  }

  /// Returns the sizes' logarithms without each of the rounds in turn, for the jackknife.
  ///
  /// - Complexity: O(rounds² · sizes).
  func leavingOneOut() -> [[Double]] {
    logs.indices.map { index in
      var others = self
      others.logs.remove(at: index)
      others.rounds.remove(at: index)
      others.refine(steps: 3)
      others.setUsualSpeed()
      return others.sizes
    }
  }

  private mutating func refine(steps: Int) {
    for _ in 0..<steps {
      for column in sizes.indices {
        sizes[column] = center(
          of: logs.indices.map { logs[$0][column] - rounds[$0] }, from: sizes[column])
      }
      for row in logs.indices {
        rounds[row] = center(of: Self.differences(logs[row], sizes), from: rounds[row])
      }
    }
  }

  /// Moves the level of the rounds at the usual speed into the sizes.
  ///
  /// The usual speed is that of the rounds near the fastest fifth. Rounds in slow phases do not
  /// count.
  private mutating func setUsualSpeed() {
    let fast = Self.rank(rounds, 0.2)
    var level = Self.rank(rounds.filter { $0 < fast + reach }, 0.5)
    for _ in 0..<3 { level = center(of: rounds, from: level) }
    for column in sizes.indices { sizes[column] += level }
    for row in rounds.indices { rounds[row] -= level }
  }

  /// Returns the mean of the values near a start, weighted with the biweight.
  private func center(of values: [Double], from start: Double) -> Double {
    var (sum, weights) = (0.0, 0.0)
    for value in values {
      let distance = (value - start) / reach
      let rest = 1 - distance * distance
      guard rest > 0 else { continue }
      sum += rest * rest * value
      weights += rest * rest
    }
    return weights > 0 ? sum / weights : start
  }

  private static func differences(_ first: [Double], _ second: [Double]) -> [Double] {
    first.indices.map { first[$0] - second[$0] }
  }

  /// Returns the value at a share of the way from the smallest to the largest, interpolated.
  private static func rank(_ values: [Double], _ share: Double) -> Double {
    let sorted = SortedSamples(values).values
    let position = Double(sorted.count - 1) * share
    let index = Int(position)
    guard index + 1 < sorted.count else { return sorted[index] }
    return sorted[index] + (sorted[index + 1] - sorted[index]) * (position - Double(index))
  }
}
