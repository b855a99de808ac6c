import FlowHarness
import FlowResults
import Measurement
import OrderedCollections

/// How the cost of an action grows with the number of features, for one design in one topology: a
/// power law over all sizes that a run measured.
struct Growth: Equatable {
  /// What the sizes have in common, without the design.
  let family: String
  /// The design as tables name it.
  let label: String
  let fit: PowerLawFit

  /// One for each design and surroundings measured at three sizes or more.
  ///
  /// The points are the medians of single processes: samples of one process are not independent.
  ///
  /// - Parameters:
  ///   - scenarios: The run's; their order is kept.
  ///   - times: What was measured of each, by its name.
  static func all(_ scenarios: [Scenario], times: [String: MeasuredTimes]) -> [Growth] {
    let families = OrderedDictionary(grouping: scenarios) { "\($0.family)/\($0.label)" }
    return families.values.compactMap { sizes in
      let points = sizes.flatMap { scenario in
        (times[scenario.id]?.medians ?? []).map { (Double(scenario.features), $0) }
      }
      // Sizes that were measured on several machines say nothing of growth.
      let runs = sizes.reduce(into: Set<String>()) { $0.formUnion(times[$1.id]?.runs ?? []) }
      guard runs.count == 1, let fit = PowerLawFit(points) else { return nil }
      return Growth(family: sizes[0].family, label: sizes[0].label, fit: fit)
    }
  }

  /// Lines for a reader, an empty one last: one for each surrounding, with its designs; none
  /// without fits.
  static func text(_ growths: [Growth], width: Int) -> String {
    guard !growths.isEmpty else { return "" }
    var text = "growth: ns/action grows with n features as n^e; e, with its 95 % interval:\n"
    for (family, growths) in OrderedDictionary(grouping: growths, by: \.family) {
      let designs = growths.map { "\($0.label)\u{A0}\($0.exponent)" }.joined(separator: ", ")
      let lines = TextWrap.lines("\(family): \(designs)", width: width - 4)
      for (index, line) in lines.enumerated() {
        text += (index == 0 ? "  " : "    ") + line.replacing("\u{A0}", with: " ") + "\n"
      }
    }
    return text + "\n"
  }

  /// `0.98 ±0.05`.
  private var exponent: String {
    "\(Decimals.text(fit.exponent, places: 2)) "
      + "±\(Decimals.text((fit.exponentHigh - fit.exponentLow) / 2, places: 2))"
  }
}

/// What is kept of the times of a scenario: one number for each process.
struct MeasuredTimes {
  /// The median of each process, in nanoseconds for each action.
  let medians: [Double]
  /// The runs that measured it.
  let runs: Set<String>

  /// Those of each scenario that some rows are about, by its name.
  static func all(_ rows: [SampleRow]) -> [String: MeasuredTimes] {
    Dictionary(grouping: rows) { $0.dimensions.scenario }.mapValues { rows in
      let valid = rows.filter { $0.isValid == true }
      return MeasuredTimes(
        medians: Summariser.values(Summariser.processes(valid), \.wallNs).compactMap(\.median),
        runs: Set(rows.map(\.runID)))
    }
  }
}
