import FlowResults
import Measurement

/// Claim 3: effects side by side, and their cancellation.
enum EffectsClaim: ClaimRule {
  static let number = 3
  static let claim = "Side effects run in parallel, and cancellation is automatic."
  static let source = "an article on effects as middlewares in a task group"
  static let rule =
    "Holds for a design when four middlewares that compute take less time on all cores than on one, "
    + "and 10,000 effects in flight end when they are cancelled; depends when one of the two is so."
  static let filter =
    "/middlewares:4/|^linger/|^counter/single/1/uniform/[^/]+$"
  static let figure = "designs"

  static func judge(_ evidence: ClaimEvidence) -> ClaimFinding {
    var finding = ClaimFinding()
    guard let longest = evidence.workloads(of: "crunch-").last, evidence.has("linger") else {
      return finding
    }
    for design in evidence.designs(evidence.measuredDesigns) {
      let parallel = parallel(evidence, ClaimScenario(longest, design))
      let cancels = evidence.scenario(ClaimScenario("linger", design))
      guard parallel != nil || cancels != nil else {
        if evidence.design != nil {
          finding.exceptions.append("\(design): has no middlewares, and keeps no effects in flight")
        }
        continue
      }
      if parallel == nil { finding.exceptions.append("\(design): has no middlewares") }
      if cancels == nil { finding.exceptions.append("\(design): cannot cancel what is in flight") }
      let verdict = verdict(parallel, cancels)
      let words = [
        parallel?.leading.map { "all cores: \(ClaimWords.time($0)) than one" },
        cancels.flatMap { $0.fault == nil ? "cancels what is in flight" : nil },
      ].compactMap { $0 }
      finding.add(
        .init(design: design, verdict: verdict, words: words.joined(separator: "; ")),
        [parallel].compactMap { $0 })
      finding.used += [cancels].compactMap { $0 }
      if design == evidence.subject("middleware") {
        if let found = parallel?.leading {
          finding.ratio = .init(
            words: "\(design): four middlewares that compute, on all cores against on one",
            comparison: found)
        }
        add(design, evidence, to: &finding)
      }
    }
    return finding
  }

  private static func parallel(
    _ evidence: ClaimEvidence, _ scenario: ClaimScenario
  ) -> ScenarioPair? {
    let one = scenario.with { $0.middlewares = 4 }
    guard (evidence.run.run.cpuCount ?? 0) > 1 else { return nil }
    return evidence.pair(base: one, candidate: one.with { $0.isFree = true })
  }

  private static func verdict(
    _ parallel: ScenarioPair?, _ cancels: MeasuredScenario?
  ) -> ClaimVerdict {
    let isParallel =
      parallel.map { !$0.verdict.isInvalid && $0.leading?.verdict == .faster } ?? false
    let isCancelled = cancels.map { $0.fault == nil } ?? false
    if isParallel && isCancelled { return .holds }
    return isParallel || isCancelled ? .depends : .doesNotHold
  }

  /// What an action costs that no middleware cares about, and how long it takes until all have ended.
  private static func add(
    _ design: String, _ evidence: ClaimEvidence, to finding: inout ClaimFinding
  ) {
    for workload in evidence.workloads(of: "crunch-") {
      let scenario = ClaimScenario(workload, design)
      guard let pair = parallel(evidence, scenario), let found = pair.leading else { continue }
      finding.use(pair)
      finding.facts.append(
        "middlewares that compute for \(TextTable.time(found.base / 4)) each: on all cores "
          + ClaimWords.time(found))
    }
    let plain = ClaimScenario("counter", design)
    if let pair = evidence.pair(base: plain, candidate: plain.with { $0.middlewares = 4 }),
      let found = pair.leading
    {
      finding.use(pair)
      finding.facts.append(
        "an action that four middlewares let pass: \(TextTable.number(found.candidate)) ns instead of "
          + "\(TextTable.number(found.base)); \(ClaimWords.time(found))")
    }
    let lingering = ClaimScenario("linger", design)
    if let pair = evidence.pair(base: lingering.of("bare-task"), candidate: lingering),
      let found = pair.leading
    {
      finding.use(pair)
      finding.facts.append(
        "an effect from its beginning until its cancellation was seen: \(ClaimWords.time(found)) "
          + "than a task kept by hand")
    }
  }
}
