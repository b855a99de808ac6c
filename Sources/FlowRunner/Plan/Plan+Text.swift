import FlowHarness
import FlowResults
import Foundation

extension Plan {
  /// The plan for people: what would be run, and nothing more.
  package var text: String {
    var lines = [
      "suite \(suite.rawValue), seed \(seed), passes \(passes.map(\.rawValue).joined(separator: ", ")),"
        + " \(rounds) round\(rounds == 1 ? "" : "s")",
      "\(scenarios.count) scenarios, \(trials.count) trials",
    ]
    if dropped > 0 {
      lines.append(
        "\(dropped) combinations left out: "
          + "the design has no such topology, views, middlewares or answers")
    }
    lines += scenarios.map { "  " + $0.id }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The plan as JSON, as `plan.json` in a run's directory.
  ///
  /// - Throws: What the encoder throws.
  package func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }

  /// Reads what `json` wrote.
  ///
  /// - Throws: `DecodingError`.
  init(json: String) throws {
    self = try JSONDecoder().decode(Plan.self, from: Data(json.utf8))
  }
}
