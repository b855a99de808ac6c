/// A cost as a function of a size, which is fitted to measurements; `Growth` of FlowCosts describes it.
package struct FittedGrowth: Sendable, CustomStringConvertible {
  /// A class of growth, from the cheapest to the most expensive.
  package enum Shape: Int, CaseIterable, Sendable {
    case constant
    case linear
    case linearithmic
    case quadratic
  }

  package enum Unit: Sendable {
    /// Nanoseconds, written as ns, µs or ms.
    case time
    case allocations
    case bytes
  }

  /// An estimate and its 95 % interval, in nanoseconds, allocations or bytes.
  package struct Estimate: Sendable {
    package let value: Double
    package let low: Double
    package let high: Double

    /// Creates an estimate; without a reach to both sides, it is exact.
    init(_ value: Double, reach: Double = 0, atLeast least: Double = 0) {
      self.value = value
      low = reach > 0 ? max(least, value - reach) : value
      high = value + reach
    }
  }

  /// The name of the things that a size counts.
  package struct SizeName: Sendable {
    let one: String
    let many: String

    /// Creates a name; the plural ends in *s* unless it is given.
    package init(_ one: String, plural: String? = nil) {
      self.one = one
      many = plural ?? one + "s"
    }
  }

  package let shape: Shape?
  /// The reason why there is no shape; `nil` with a shape.
  package internal(set) var reason: String?
  /// The part of the cost that does not depend on the size; 0 without a shape.
  package internal(set) var base = Estimate(0)
  /// The cost per unit of the shape's curve; `nil` for a constant and without a shape.
  package internal(set) var slope: Estimate?
  package let unit: Unit
  let sizeName: SizeName
  /// The smallest and the largest cost of a constant that differs between the sizes.
  var range: ClosedRange<Double>?
}

extension FittedGrowth {
  /// Creates a growth without a shape.
  package init(missing reason: String, unit: Unit, sizeName: String) {
    self.init(shape: nil, reason: reason, unit: unit, sizeName: SizeName(sizeName))
  }
}
