import FlowResults
import Foundation

/// The exported scenarios: valid ones that were measured.
struct ExportSelection {
  let run: RunRow
  let scenarios: [MeasuredScenario]
  /// The metric of all of them; `nil`: different ones.
  let metric: SummaryMetric?
  /// The omitted scenarios with reasons.
  let warnings: [String]

  /// Omits invalid scenarios, and those that were not measured.
  ///
  /// - Parameters:
  ///   - metric: The required metric; `nil`: any.
  ///   - needsActions: A Boolean value that indicates whether samples must have their number of
  ///     actions.
  init(
    _ found: [MeasuredScenario], of run: RunRow, metric: SummaryMetric?, needsActions: Bool
  ) {
    var (kept, warnings): ([MeasuredScenario], [String]) = ([], [])
    for scenario in found {
      if let fault = scenario.fault {
        // A reason may hold the output of a program that died: several lines.
        let reason = fault.split(whereSeparator: \.isNewline).first ?? "not valid"
        warnings.append("left out \(scenario.id): \(reason)")
        continue
      }
      let metrics = metric.map { [$0] } ?? SummaryMetric.all
      let processes = metrics.flatMap { scenario.exported($0) }
      guard !processes.isEmpty else {
        warnings.append(
          "left out \(scenario.id): \(metric?.name ?? "nothing of it") was not measured")
        continue
      }
      guard !needsActions || processes.allSatisfy({ $0.actions != nil }) else {
        warnings.append("left out \(scenario.id): samples do not say of how many actions they are")
        continue
      }
      kept.append(scenario)
    }
    self.run = run
    self.metric = metric
    self.warnings = warnings
    scenarios = kept
  }
}

extension MeasuredScenario {
  /// The processes whose samples of a metric are exported: those that were timed, if there are any.
  func exported(_ metric: SummaryMetric) -> [MeasuredProcess] {
    let processes = processes(metric)
    let timed = processes.filter { $0.pass == Pass.timing.rawValue }
    return timed.isEmpty ? processes : timed
  }
}

extension SummaryMetric {
  /// The unit as other tools spell it: an action is their operation.
  var unit: String {
    traits.unit ?? Self.unit(of: name)
  }

  /// `cpu_ns_per_action` is `cpu-ns/op`, `retains_per_action` is `retains/op`.
  private static func unit(of name: String) -> String {
    let suffix = "_per_action"
    let quantity = name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : name
    let spelt = quantity.map { $0 == "_" ? "-" : $0 }
    return String(spelt) + (name.hasSuffix(suffix) ? "/op" : "")
  }

  /// A Boolean value that indicates whether any difference counts.
  var isExact: Bool { tolerance == 0 }
}

/// Numbers with all their digits.
enum PlainNumber {
  /// `668.0304`; a whole number has no point.
  static func text(_ value: Double) -> String {
    Int(exactly: value).map { "\($0)" } ?? "\(value)"
  }

  /// The nearest number with four digits, for estimates.
  static func rounded(_ value: Double) -> Double {
    Double(String(format: "%.4g", value)) ?? value
  }
}
