/// The traits of a column that is a metric: a number that is summarised, compared, gated and
/// exported.
///
/// Reports find metrics by these traits; there is no other list of metrics.
package struct MetricTraits: Sendable {
  /// The relative difference of equal work without a warning; `nil` for times, which vary.
  package var tolerance: Double?
  /// The title in the table of a run; `nil` if the table does not show it.
  package var title: String?
  /// A Boolean value that indicates whether the regression gate compares it with a baseline.
  package var isGated = false
  /// The tool on which a count depends.
  package var dependence: Dependence?
  /// The unit in other tools, if it does not follow from the name.
  package var unit: String?
  /// A Boolean value that indicates whether loads are compared by it.
  package var isCompared = false

  package enum Dependence: Sendable {
    /// The counter of instructions.
    case instructionCounter
    /// The size classes of the allocator.
    case allocator
  }

  /// The traits of a time.
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
