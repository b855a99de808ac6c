/// What makes a column a metric: a number that is summarised, compared, gated and exported.
///
/// A column that has these is found by everything that reports, by its name; nothing else lists metrics.
package struct MetricTraits: Sendable {
  /// What part of it counts of the same work may differ by without a warning; `nil` for what is
  /// timed and scatters anyway.
  package var tolerance: Double?
  /// What the table of a run calls it; `nil`: it is not shown there.
  package var title: String?
  /// Whether the regression gate holds it against a baseline.
  package var isGated = false
  /// What it depends on besides the code.
  package var dependence: Dependence?
  /// How other tools spell its unit, where that does not follow from its name.
  package var unit: String?
  /// Whether loads are compared by it.
  package var isCompared = false

  /// What a count depends on besides the code.
  package enum Dependence: Sendable {
    /// Who counts instructions.
    case instructionCounter
    /// Whose size classes they are.
    case allocator
  }

  /// Those of a time, which scatters.
  package static var timed: MetricTraits { MetricTraits() }

  /// Of a number of something.
  ///
  /// - Parameters:
  ///   - tolerance: What part of it counts of the same work may differ by without a warning.
  ///   - title: What the table of a run calls it.
  package static func counted(
    within tolerance: Double = 0, title: String? = nil, isGated: Bool = false,
    dependence: Dependence? = nil, unit: String? = nil
  ) -> MetricTraits {
    MetricTraits(
      tolerance: tolerance, title: title, isGated: isGated, dependence: dependence, unit: unit)
  }

  /// Of a number of a load.
  static func load(isCompared: Bool = false) -> MetricTraits {
    MetricTraits(isCompared: isCompared)
  }
}
