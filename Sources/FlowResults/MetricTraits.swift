/// The traits of a column that is a metric: a number that is summarised, compared, gated and exported.
///
/// Reports find metrics by these traits; there is no other list of metrics.
package struct MetricTraits: Sendable {
  /// The relative difference of equal work that causes no warning; `nil` for times, which vary anyway.
  package var tolerance: Double?
  /// The title in the table of a run; `nil`: it is not shown there.
  package var title: String?
  /// A Boolean value that indicates whether the regression gate compares it with a baseline.
  package var isGated = false
  /// The fact besides the code that it depends on.
  package var dependence: Dependence?
  /// The unit in other tools, if it does not follow from the name.
  package var unit: String?
  /// A Boolean value that indicates whether loads are compared by it.
  package var isCompared = false

  /// A fact besides the code that a count depends on.
  package enum Dependence: Sendable {
    /// The counter of instructions.
    case instructionCounter
    /// The size classes of the allocator.
    case allocator
  }

  /// The traits of a time, which varies.
  package static var timed: MetricTraits { MetricTraits() }

  /// Returns the traits of a count.
  package static func counted(
    within tolerance: Double = 0, title: String? = nil, isGated: Bool = false,
    dependence: Dependence? = nil, unit: String? = nil
  ) -> MetricTraits {
    MetricTraits(
      tolerance: tolerance, title: title, isGated: isGated, dependence: dependence, unit: unit)
  }

  /// Returns the traits of a metric of loads.
  static func load(isCompared: Bool = false) -> MetricTraits {
    MetricTraits(isCompared: isCompared)
  }
}
