import FlowResults
import Measurement

/// Claim 7: history.
enum HistoryClaim: ClaimRule {
  static let number = 7
  static let claim =
    "Every change passes one place, so that a history can be kept, written as JSON, and restored."
  static let source = "an article on unidirectional data flow"
  static let rule =
    "Holds for flow when it keeps a history, writes each action as JSON, replays what was written, and "
    + "goes back and forward, all ending in the state of a plain loop; depends when some of these "
    + "do. What it costs stands beside it and decides nothing."
  static let filter = "^(counter|shop)/single/1/uniform/(floor|flow[^/]*)$"
  static let figure = "designs"

  /// Each ability, and the design that shows it.
  private static let abilities = [
    ("flow-history", "keeping the last 1,000 actions"),
    ("flow-traced", "writing each action as a line of JSON"),
    ("flow-replayed", "writing, reading and replaying it"),
    ("flow-undo", "going back by an action, and forward again"),
  ]

  static func judge(_ evidence: ClaimEvidence) -> ClaimFinding {
    var finding = ClaimFinding()
    guard evidence.design == nil || evidence.design == "flow" else {
      finding.exceptions.append("\(evidence.design ?? ""): no history of it is measured")
      return finding
    }
    let flow = ClaimScenario("shop", "flow")
    var shown = 0
    var words: [String] = []
    for (design, ability) in abilities {
      let pairs = ["counter", "shop"].compactMap { workload in
        evidence.pair(
          base: flow.with { $0.workload = workload },
          candidate: flow.with { $0.workload = workload }.of(design))
      }
      guard let last = pairs.last, !pairs.contains(where: \.verdict.isInvalid),
        let found = last.leading
      else { continue }
      shown += 1
      pairs.forEach { finding.use($0) }
      finding.facts.append(
        "\(ability): \(TextTable.number(found.candidate)) ns an action instead of "
          + "\(TextTable.number(found.base)) (shop); \(ClaimWords.time(found))")
      words.append(ability)
      if design == "flow-history" {
        finding.ratio = .init(
          words: "flow: an action when the last 1,000 are kept, against none (shop)",
          comparison: found)
      }
    }
    guard shown > 0 else { return finding }
    finding.designs = [
      .init(
        design: "flow", verdict: shown == abilities.count ? .holds : .depends,
        words: "\(shown) of \(abilities.count): \(words.joined(separator: ", "))")
    ]
    return finding
  }
}
