import Foundation

extension FittedGrowth {
  /// Finds the growth of a cost.
  ///
  /// Each round measures each size once, one after the other, so that a slow phase of the machine
  /// affects all sizes of a round. 15 rounds are enough. Rounds with equal costs, and a single
  /// round, are taken as exact and have no intervals. Other intervals and confidences come from
  /// the jackknife over the rounds (J. W. Tukey, *Bias and confidence in not-quite large samples*,
  /// 1958) with Student's *t*.
  ///
  /// Sizes with equal ratios, such as 4, are best, because arrays grow in powers of 2.
  ///
  /// - Parameters:
  ///   - sizes: At least 3, ascending, above 0.
  ///   - rounds: For each round, one cost for each size, 0 or more and finite. Counts that differ
  ///     between rounds are replaced by their median.
  ///   - unit: The unit of the costs.
  ///   - sizeName: What a size counts, as a singular noun with a plural in *s*.
  /// - Complexity: O(rounds² · sizes).
  package init(sizes: [Int], rounds: [[Double]], unit: Unit, sizeName: String = "row") {
    precondition(!rounds.isEmpty, "rounds: must be at least 1, got 0")
    for costs in rounds {
      precondition(costs.count == sizes.count, "rounds: must have one cost for each size")
      for cost in costs {
        precondition(cost >= 0 && cost.isFinite, "rounds: costs must be 0 or more, got \(cost)")
      }
    }
    let isExact = rounds.allSatisfy { $0 == rounds[0] }
    if unit != .time || isExact {
      let medians = sizes.indices.map { index in
        SortedSamples(rounds.map { $0[index] }).median ?? 0
      }
      self = GrowthFit(sizes: sizes, costs: medians, unit: unit, name: SizeName(sizeName)).growth
    } else if rounds.contains(where: { $0.contains(0) }) {
      self.init(
        missing: "a cost of 0 ns was measured; measure more work at a time", unit: unit,
        sizeName: sizeName)
    } else {
      let levels = RoundLevels(rounds.map { $0.map { log($0) } })
      self =
        GrowthFit(
          sizes: sizes, costs: levels.sizes.map { exp($0) }, unit: unit,
          name: SizeName(sizeName), replicas: [levels.leavingOneOut().map { $0.map { exp($0) } }]
        ).growth
    }
  }
}

/// The decision for a shape, and the estimates of its base and slope.
struct GrowthFit {
  /// The confidence of a two-sided interval that contradicts a shape: 99.9 % to one side.
  private static let contradiction = 0.998
  /// The growth from the first size to the last up to which a cost is constant.
  private static let smallestGrowth = 1.1
  /// The power of log *n* by which the cost per row of a linear cost may grow.
  private static let cachePower = 0.8
  /// The largest factor by which a cost may exceed a shape, however far apart the sizes are.
  private static let largestTolerance = 1.5
  /// The largest distance of a cost from a curve that describes it, as a share.
  private static let largestMisfit = 0.25

  let sizes: [Int]
  let costs: [Double]
  let unit: FittedGrowth.Unit
  let name: FittedGrowth.SizeName
  /// The costs without each measurement in turn, in groups that are independent of each other; empty
  /// if the costs are exact.
  var replicas: [[[Double]]] = []

  var growth: FittedGrowth {
    if let noise {
      let factor = Decimals.text(exp(min(noise, 99)), places: 1)
      return failure(
        "too noisy: the growth from \(sizes[0]) to \(sizes[sizes.count - 1]) \(name.many) is "
          + "uncertain by a factor of \(factor); measure more rounds")
    }
    guard let shape = FittedGrowth.Shape.allCases.first(where: { !isContradicted($0) }) else {
      return failure("the cost grows faster than quadratically")
    }
    return growth(shape, range: shape == .constant ? constantRange : nil)
  }

  /// The simplest shape whose curve is within a quarter of every cost; `nil` if there is none.
  ///
  /// A cost that differs by noise only may have a slope, whose interval then includes 0.
  var nearestGrowth: FittedGrowth? {
    FittedGrowth.Shape.allCases.first { shape in
      let isFlat = isNearlyConstant || growth(.linear).slope?.value == 0
      return (shape != .constant || isFlat)
        && GrowthCurve(shape, sizes: sizes).largestMisfit(costs, weights: weights(costs))
          <= Self.largestMisfit
    }.map { growth($0) }
  }

  private func growth(
    _ shape: FittedGrowth.Shape, range: ClosedRange<Double>? = nil
  ) -> FittedGrowth {
    let curve = GrowthCurve(shape, sizes: sizes)
    let base = estimate { curve.fit($0, weights: weights($0)).base }
    let slope = estimate { curve.fit($0, weights: weights($0)).slope }
    return FittedGrowth(
      shape: shape, base: base, slope: shape == .constant ? nil : slope, unit: unit,
      sizeName: name, range: range)
  }

  private func failure(_ reason: String) -> FittedGrowth {
    FittedGrowth(shape: nil, reason: reason, unit: unit, sizeName: name)
  }

  private func isContradicted(_ shape: FittedGrowth.Shape) -> Bool {
    let curve = GrowthCurve(shape, sizes: sizes)
    let weights = weights(costs)
    guard growsFaster(than: curve) else { return false }
    guard shape != .constant else {
      let limit = GrowthCurve(logarithmOf: sizes).excess(of: costs, weights: weights)
      return !isNearlyConstant && limit > GrowthCurve.rounding
    }
    let logarithms = log2(Double(sizes[sizes.count - 1] + 1)) / log2(Double(sizes[0] + 1))
    let factor = shape == .linear ? pow(logarithms, Self.cachePower) : logarithms
    return curve.isExceeded(
      by: costs, weights: weights, tolerating: min(factor, Self.largestTolerance))
  }

  private func growsFaster(than curve: GrowthCurve) -> Bool {
    estimate(confidence: Self.contradiction, atLeast: -.infinity) {
      curve.excess(of: $0, weights: weights($0))
    }.low > GrowthCurve.rounding
  }

  private var isNearlyConstant: Bool {
    let (first, last) = (costs[0], costs[costs.count - 1])
    // An array that doubles its capacity allocates once more for each doubling of the size.
    let doublings = log2(Double(sizes[sizes.count - 1]) / Double(sizes[0]))
    return last <= first * Self.smallestGrowth
      || unit == .allocations && last - first <= doublings
  }

  /// The smallest and the largest cost, if they differ by more than noise.
  private var constantRange: ClosedRange<Double>? {
    guard let low = costs.min(), let high = costs.max(), low < high else { return nil }
    let isRange =
      replicas.isEmpty
      || high > low * Self.smallestGrowth
        && growsFaster(than: GrowthCurve(.constant, sizes: sizes))
    return isRange ? low...high : nil
  }

  /// The uncertainty of the logarithm of the growth from the first size to the last; `nil` if it is
  /// less than half of the growth of a linear cost.
  private var noise: Double? {
    guard !replicas.isEmpty else { return nil }
    let growth = estimate(confidence: Self.contradiction, atLeast: -.infinity) {
      log($0[$0.count - 1] / $0[0])
    }
    let reach = growth.high - growth.value
    let linear = log(Double(sizes[sizes.count - 1]) / Double(sizes[0]))
    return reach > linear / 2 ? reach : nil
  }

  /// Returns the costs relative to which residuals count: a count of 0 or less than 1 counts as 1.
  private func weights(_ costs: [Double]) -> [Double] {
    unit == .time ? costs.map { $0 > 0 ? $0 : 1 } : costs.map { max($0, 1) }
  }

  /// Returns a function of the costs with its interval.
  private func estimate(
    confidence: Double = Summary.Bounds.confidence, atLeast least: Double = 0,
    _ function: ([Double]) -> Double
  ) -> FittedGrowth.Estimate {
    let value = function(costs)
    let parts = replicas.map { group in
      let freedom = Double(group.count - 1)
      return IndependentComparison.Spread(
        standardError: freedom
          * IndependentComparison.Spread(ofMean: group.map(function)).standardError,
        degreesOfFreedom: freedom)
    }
    let reach = IndependentComparison.Spread(ofSum: parts).reach(confidence: confidence)
    return FittedGrowth.Estimate(value, reach: reach, atLeast: least)
  }
}
