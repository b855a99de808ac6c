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
  ///   - rows: All samples.
  static func all(_ scenarios: [Scenario], rows: [SampleRow]) -> [Growth] {
    let rows = Dictionary(grouping: rows) { $0.dimensions.scenario }
    let families = OrderedDictionary(grouping: scenarios) { "\($0.family)/\($0.label)" }
    return families.values.compactMap { sizes in
      let points = sizes.flatMap { scenario in
        let valid = (rows[scenario.id] ?? []).filter { $0.isValid == true }
        return Summariser.processes(valid, \.wallNs).compactMap(\.median)
          .map { (Double(scenario.features), $0) }
      }
      // Sizes that were measured on several machines say nothing of growth.
      let runs = Set(sizes.flatMap { (rows[$0.id] ?? []).map(\.runID) })
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
