import FlowHarness
import FlowResults
import Measurement
import OrderedCollections

/// The growth of an action's cost with the number of features, for one design in one topology: a power law
/// over all sizes of a run.
struct Growth: Equatable {
  /// The common part of the scenarios, without the design.
  let family: String
  let label: String
  let fit: PowerLawFit

  /// Returns the growth of each design that was measured at three sizes or more.
  ///
  /// The points are the medians of single processes: samples of one process are not independent.
  static func all(_ scenarios: [Scenario], times: [String: MeasuredTimes]) -> [Growth] {
    let families = OrderedDictionary(grouping: scenarios) { "\($0.family)/\($0.label)" }
    return families.values.compactMap { sizes in
      let points = sizes.flatMap { scenario in
        (times[scenario.id]?.medians ?? []).map { (Double(scenario.features), $0) }
      }
      // Sizes of several machines cannot be compared.
      let runs = sizes.reduce(into: Set<String>()) { $0.formUnion(times[$1.id]?.runs ?? []) }
      guard runs.count == 1, let fit = PowerLawFit(points) else { return nil }
      return Growth(family: sizes[0].family, label: sizes[0].label, fit: fit)
    }
  }

  /// Returns a line for each family with its designs, and an empty one; nothing without fits.
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

/// The times of a scenario: one number for each process.
struct MeasuredTimes {
  /// The median of each process, in nanoseconds for each action.
  let medians: [Double]
  let runs: Set<String>

  /// Returns the times of each scenario by its name.
  static func all(_ rows: [SampleRow]) -> [String: MeasuredTimes] {
    Dictionary(grouping: rows) { $0.dimensions.scenario }.mapValues { rows in
      let valid = rows.filter { $0.isValid == true }
      return MeasuredTimes(
        medians: Summariser.values(Summariser.processes(valid), \.wallNs).compactMap(\.median),
        runs: Set(rows.map(\.runID)))
    }
  }
}
