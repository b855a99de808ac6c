import Foundation

/// A function of the size that is fitted to costs: cost = base + slope · *f*(size).
struct GrowthCurve {
  /// The curve times the size, or the size for a constant.
  private let steeper: [Double]
  private let values: [Double]

  /// Creates the curve of a shape.
  init(_ shape: FittedGrowth.Shape, sizes: [Int]) {
    let n = sizes.map(Double.init)
    switch shape {
    case .constant: self.init(n, n.map { _ in 0 })
    case .linear: self.init(n, n)
    case .linearithmic: self.init(n, n.map { $0 * log2($0) })
    case .quadratic: self.init(n, n.map { $0 * $0 })
    }
  }

  /// Creates the curve of (log *n*)^1.5, up to which a cost counts as constant.
  ///
  /// With a power above 1, noise does not push a cost of log *n* beyond the curve.
  init(logarithmOf sizes: [Int]) {
    // One more than n, so that a size of 1 has a logarithm above 0.
    self.init(sizes.map(Double.init), sizes.map { pow(log2(Double($0) + 1), 1.5) })
  }

  private init(_ sizes: [Double], _ values: [Double]) {
    self.values = values
    steeper = zip(sizes, values).map { $1 > 0 ? $0 * $1 : $0 }
  }

  /// Returns the base and the slope, both 0 or more, with the smallest relative residuals.
  ///
  /// Weighted least squares; a bound of 0 that is reached leaves the other parameter alone.
  ///
  /// - Parameters:
  ///   - costs: One for each size.
  ///   - weights: The cost relative to which a residual counts, above 0.
  /// - Complexity: O(*n*).
  func fit(_ costs: [Double], weights: [Double]) -> (base: Double, slope: Double) {
    var (ones, cross, squares, costSum, product) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for index in costs.indices {
      let weight = 1 / (weights[index] * weights[index])
      let (cost, value) = (costs[index], values[index])
      ones += weight
      cross += weight * value
      squares += weight * value * value
      costSum += weight * cost
      product += weight * value * cost
    }
    let determinant = ones * squares - cross * cross
    guard determinant > 1e-12 * ones * squares else { return (costSum / ones, 0) }
    let base = (costSum * squares - product * cross) / determinant
    let slope = (ones * product - cross * costSum) / determinant
    if slope <= 0 { return (costSum / ones, 0) }
    return base < 0 ? (0, product / squares) : (base, slope)
  }

  /// Returns the largest distance of a cost from the fitted curve, as a share of the curve.
  ///
  /// - Complexity: O(*n*).
  func largestMisfit(_ costs: [Double], weights: [Double]) -> Double {
    let (base, slope) = fit(costs, weights: weights)
    return zip(costs, values).map { abs($0 / (base + slope * $1) - 1) }.max() ?? 0
  }

  /// Returns how much faster than the curve the costs grow: above 0 if faster, below 0 if slower.
  ///
  /// It is the score of a steeper term in the regression: the relative residuals projected on the
  /// part of that term that base and slope do not explain (C. R. Rao, *Large sample tests of
  /// statistical hypotheses*, 1948).
  ///
  /// - Complexity: O(*n*).
  func excess(of costs: [Double], weights: [Double]) -> Double {
    let (base, slope) = fit(costs, weights: weights)
    let rows = costs.indices
    let residuals = rows.map { (costs[$0] - base - slope * values[$0]) / weights[$0] }
    var columns: [[Double]] = []
    if slope > 0 { columns.append(rows.map { values[$0] / weights[$0] }) }
    if base > 0 { columns.append(rows.map { 1 / weights[$0] }) }
    columns.append(rows.map { steeper[$0] / weights[$0] })
    for index in columns.indices.dropFirst() {
      for other in columns[..<index] {
        let share = dot(columns[index], other) / dot(other, other)
        columns[index] = rows.map { columns[index][$0] - share * other[$0] }
      }
    }
    let direction = columns[columns.count - 1]
    let length = dot(direction, direction).squareRoot()
    return length > 0 ? dot(residuals, direction) / length : 0
  }

  /// Returns a Boolean value that indicates whether the costs grow faster than costs that take more
  /// than the fitted slope at the last size.
  ///
  /// The largest growth relative to the fitted curve between any two sizes is compared. It is as
  /// sensitive to a step between two sizes as to a steady increase.
  ///
  /// - Parameter factor: The tolerated factor of the slope, 1 or more.
  /// - Complexity: O(*n*).
  func isExceeded(by costs: [Double], weights: [Double], tolerating factor: Double) -> Bool {
    let (base, slope) = fit(costs, weights: weights)
    var limit = values.map { base + slope * $0 }
    limit[limit.count - 1] += slope * values[limit.count - 1] * (factor - 1)
    return largestGrowth(of: costs, weights) > largestGrowth(of: limit, weights) + Self.rounding
  }

  /// A growth that is due to rounding.
  static let rounding = 1e-9

  private func largestGrowth(of costs: [Double], _ weights: [Double]) -> Double {
    let (base, slope) = fit(costs, weights: weights)
    var (lowest, largest) = (Double.infinity, 1.0)
    for (cost, value) in zip(costs, values) {
      let ratio = cost / max(base + slope * value, .leastNormalMagnitude)
      lowest = min(lowest, ratio)
      if lowest > 0 { largest = max(largest, ratio / lowest) }
    }
    return largest
  }

  private func dot(_ first: [Double], _ second: [Double]) -> Double {
    var sum = 0.0
    for index in first.indices { sum += first[index] * second[index] }
    return sum
  }
}
