import FlowResults
import Measurement

/// Claim 6: states as values.
enum ValueTypesClaim: ClaimRule {
  static let number = 6
  static let claim = "Value types make logic cheap to test and safe."
  static let source = "an article on a functional core and an imperative shell"
  static let rule =
    "Holds for a design when an action on the largest state allocates no more bytes than on the "
    + "smallest; does not hold when it allocates half of the state or more; depends otherwise. A "
    + "value is copied when it is written to while somebody else holds it."
  static let filter = "^numbers-\\d+/single/"
  static let figure = "growth"

  static func judge(_ evidence: ClaimEvidence) -> ClaimFinding {
    var finding = ClaimFinding()
    for design in evidence.designs(evidence.measuredDesigns.filter { $0 != "inout" }) {
      let pairs = evidence.workloads(of: "numbers-").compactMap { workload in
        let scenario = ClaimScenario(workload, design)
        return evidence.pair(base: scenario.of("inout"), candidate: scenario)
          .map { (size: bytes(of: $0), pair: $0) }
      }
      guard let first = pairs.first, let last = pairs.last, pairs.count > 1 else { continue }
      let flips = pairs.compactMap { pair in pair.size.map { ($0, pair.pair) } }
      finding.add(
        .init(
          design: design, verdict: verdict(first.pair, last), words: words(last),
          flips: [ClaimWords.flips(flips, "bytes of state")].compactMap { $0 }),
        pairs.map(\.pair))
      guard design == evidence.subject("returning") else { continue }
      if let found = last.pair.leading {
        finding.ratio = .init(
          words: "\(design): an action at \(text(last.size)) of state, against inout",
          comparison: found)
      }
      finding.facts += pairs.compactMap { copied($0.size, $0.pair) }
    }
    return finding
  }

  private static func verdict(
    _ first: ScenarioPair, _ last: (size: Double?, pair: ScenarioPair)
  ) -> ClaimVerdict {
    guard !first.verdict.isInvalid, !last.pair.verdict.isInvalid, let size = last.size,
      let small = first[SummaryMetric.bytes], let large = last.pair[SummaryMetric.bytes]
    else { return .notMeasured }
    if large.candidate <= small.candidate { return .holds }
    return large.candidate >= size / 2 ? .doesNotHold : .depends
  }

  private static func words(_ last: (size: Double?, pair: ScenarioPair)) -> String {
    let bytes = last.pair[SummaryMetric.bytes].map {
      "\(TextTable.number($0.candidate)) bytes allocated an action at \(text(last.size)) of state"
    }
    let time = last.pair.leading.map { "against inout \(ClaimWords.time($0))" }
    return [bytes, time].compactMap { $0 }.joined(separator: ", ")
  }

  /// What the store and its state keep, by the allocator's count.
  private static func bytes(of pair: ScenarioPair) -> Double? {
    SummaryMetric.named("kept_bytes").flatMap { SortedSamples(pair.base.samples($0)).median }
  }

  private static func text(_ bytes: Double?) -> String {
    bytes.map { "\(TextTable.number($0)) bytes" } ?? "an unknown size"
  }

  private static func copied(_ size: Double?, _ pair: ScenarioPair) -> String? {
    pair[SummaryMetric.bytes].map {
      "\(text(size)) of state: " + ClaimWords.count($0, "bytes allocated an action")
    }
  }
}
