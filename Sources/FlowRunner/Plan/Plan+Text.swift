import FlowHarness
import FlowResults

extension Plan {
  /// The plan for a reader: what would be run, and nothing more.
  package var text: String {
    var lines = [
      "suite \(suite.rawValue), seed \(seed), passes \(passes.map(\.rawValue).joined(separator: ", ")),"
        + " \(rounds) round\(rounds == 1 ? "" : "s")",
      "\(scenarios.count) scenarios, \(trials.count) trials",
    ]
    if dropped > 0 {
      lines.append(
        "\(dropped) combinations left out: "
          + "the design has no such topology, views, middlewares or completion")
    }
    lines += scenarios.map { "  " + $0.id }
    return lines.joined(separator: "\n") + "\n"
  }
}
