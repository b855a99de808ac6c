import FlowResults
import Measurement

extension Claim {
  /// Claim 6: states as values.
  static let valueTypes = Claim(
    number: 6, text: "Value types make logic cheap to test and safe.",
    source: "an article on a functional core and an imperative shell",
    rule:
      "Holds for a design if an action on the largest state allocates no more bytes than on the "
      + "smallest. Does not hold if it allocates half of the state or more. Depends otherwise. A "
      + "value is copied if it is changed while it has a second reference.",
    filter: "^rows-update-\\d+/single/", figure: "growth"
  ) { evidence in
    var finding = ClaimFinding()
    for design in evidence.designs(evidence.measuredDesigns.filter { $0 != "inout" }) {
      let pairs = evidence.workloads(of: "rows-update-").compactMap { workload in
        let scenario = ClaimScenario(workload, design)
        return evidence.pair(base: scenario.of("inout"), candidate: scenario)
          .map { (size: $0.base.keptBytes, pair: $0) }
      }
      guard let first = pairs.first, let last = pairs.last, pairs.count > 1 else { continue }
      let sized = pairs.compactMap { pair in pair.size.map { ($0, pair.pair) } }
      finding.add(
        design, verdictOnCopies(first.pair, last),
        [
          last.pair[SummaryMetric.bytes].map {
            "\(TextTable.number($0.candidate)) bytes allocated per action at "
              + "\(bytesText(last.size)) of state"
          },
          last.pair.leading.map { "compared with inout: \(ClaimWords.time($0))" },
          ClaimWords.bySize(sized, "bytes of state"),
          ClaimWords.growth(
            sized, FittedGrowth.SizeName("byte of state", plural: "bytes of state")),
        ], pairs.map(\.pair))
      guard design == evidence.subject("returning") else { continue }
      finding.setRatio(
        "\(design): an action at \(bytesText(last.size)) of state, compared with inout", last.pair)
      finding.facts += pairs.compactMap { size, pair in
        pair[SummaryMetric.bytes].map {
          "\(bytesText(size)) of state: " + ClaimWords.count($0, "bytes allocated per action")
        }
      }
    }
    return finding
  }

  private static func verdictOnCopies(
    _ first: ScenarioPair, _ last: (size: Double?, pair: ScenarioPair)
  ) -> ClaimVerdict {
    guard !first.verdict.isInvalid, !last.pair.verdict.isInvalid, let size = last.size,
      let small = first[SummaryMetric.bytes], let large = last.pair[SummaryMetric.bytes]
    else { return .notMeasured }
    if large.candidate <= small.candidate { return .holds }
    return large.candidate >= size / 2 ? .doesNotHold : .depends
  }

  private static func bytesText(_ bytes: Double?) -> String {
    bytes.map { "\(TextTable.number($0)) bytes" } ?? "an unknown size"
  }
}

extension Claim {
  /// Claim 7: history.
  static let history = Claim(
    number: 7,
    text:
      "Every change passes through one place, so that a history can be kept, written as JSON, and restored.",
    source: "an article on unidirectional data flow",
    rule: "Holds for flow if it keeps a history, writes each action as JSON, replays the file, and "
      + "undoes and redoes actions, all ending in the state of a plain loop. Depends if it does "
      + "some of these. Their cost is shown, but does not change the verdict.",
    filter: "^(counter|shop)/single/1/uniform/(floor|flow[^/]*)$", figure: "designs"
  ) { evidence in
    var finding = ClaimFinding()
    guard evidence.design == nil || evidence.design == "flow" else {
      finding.exceptions.append("\(evidence.design ?? ""): its history is not measured")
      return finding
    }
    var words: [String] = []
    for (design, ability) in abilities {
      let pairs = ["counter", "shop"].compactMap { workload in
        evidence.pair(
          base: ClaimScenario(workload, "flow"), candidate: ClaimScenario(workload, design))
      }
      guard let last = pairs.last, !pairs.contains(where: \.verdict.isInvalid),
        let found = last.leading
      else { continue }
      finding.use(pairs)
      finding.facts.append(
        "\(ability): \(TextTable.number(found.candidate)) ns per action instead of "
          + "\(TextTable.number(found.base)) (shop); \(ClaimWords.time(found))")
      words.append(ability)
      if design == "flow-history" {
        finding.setRatio(
          "flow: an action with a history of 1,000 actions, compared with none (shop)", last)
      }
    }
    guard !words.isEmpty else { return finding }
    finding.add(
      "flow", words.count == abilities.count ? .holds : .depends,
      ["\(words.count) of \(abilities.count): \(words.joined(separator: ", "))"], [])
    return finding
  }

  /// Each ability, and the design that shows it.
  private static let abilities = [
    ("flow-history", "keep the last 1,000 actions"),
    ("flow-traced", "write each action as a line of JSON"),
    ("flow-replayed", "write, read and replay actions"),
    ("flow-undo", "undo and redo an action"),
  ]
}
