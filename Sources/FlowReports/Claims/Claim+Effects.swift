import FlowResults
import Measurement

extension Claim {
  /// Claim 3: effects side by side, and their cancellation.
  static let effects = Claim(
    number: 3, text: "Side effects run in parallel, and cancellation is automatic.",
    source: "an article on effects as middlewares in a task group",
    rule:
      "Holds for a design when four middlewares that compute take less time on all cores than on "
      + "one, and 10,000 effects in flight end when they are cancelled; depends when one of the two "
      + "is so.",
    filter: "/middlewares:4/|^linger/|^counter/single/1/uniform/[^/]+$", figure: "designs"
  ) { evidence in
    var finding = ClaimFinding()
    guard let longest = evidence.workloads(of: "crunch-").last, evidence.has("linger") else {
      return finding
    }
    for design in evidence.designs(evidence.measuredDesigns) {
      let parallel = parallelPair(evidence, ClaimScenario(longest, design))
      let cancels = evidence.scenario(ClaimScenario("linger", design))
      guard parallel != nil || cancels != nil else {
        if evidence.design != nil {
          finding.exceptions.append("\(design): has no middlewares, and keeps no effects in flight")
        }
        continue
      }
      if parallel == nil { finding.exceptions.append("\(design): has no middlewares") }
      if cancels == nil { finding.exceptions.append("\(design): cannot cancel what is in flight") }
      let isParallel =
        parallel.map { !$0.verdict.isInvalid && $0.leading?.verdict == .faster } ?? false
      let isCancelled = cancels.map { $0.fault == nil } ?? false
      finding.add(
        design,
        isParallel && isCancelled ? .holds : isParallel || isCancelled ? .depends : .doesNotHold,
        [
          parallel?.leading.map { "all cores against one: \(ClaimWords.time($0))" },
          isCancelled ? "cancels what is in flight" : nil,
        ], [parallel].compactMap { $0 })
      finding.use([cancels])
      guard design == evidence.subject("middleware") else { continue }
      finding.setRatio(
        "\(design): four middlewares that compute, on all cores against on one", parallel)
      addMiddlewares(design, evidence, to: &finding)
    }
    return finding
  }

  private static func parallelPair(
    _ evidence: ClaimEvidence, _ scenario: ClaimScenario
  ) -> ScenarioPair? {
    let one = scenario.with { $0.middlewares = 4 }
    guard (evidence.run.run.cpuCount ?? 0) > 1 else { return nil }
    return evidence.pair(base: one, candidate: one.with { $0.isFree = true })
  }

  /// The cost of an action that all middlewares let pass, and the time until all effects have ended.
  private static func addMiddlewares(
    _ design: String, _ evidence: ClaimEvidence, to finding: inout ClaimFinding
  ) {
    for workload in evidence.workloads(of: "crunch-") {
      finding.add(fact: parallelPair(evidence, ClaimScenario(workload, design))) { found in
        "middlewares that compute for \(TextTable.time(found.base / 4)) each: on all cores "
          + ClaimWords.time(found)
      }
    }
    let plain = ClaimScenario("counter", design)
    let passed = evidence.pair(base: plain, candidate: plain.with { $0.middlewares = 4 })
    finding.add(fact: passed) { found in
      "an action that four middlewares let pass: \(TextTable.number(found.candidate)) ns instead of "
        + "\(TextTable.number(found.base)); \(ClaimWords.time(found))"
    }
    let lingering = ClaimScenario("linger", design)
    finding.add(fact: evidence.pair(base: lingering.of("bare-task"), candidate: lingering)) {
      "an effect from its beginning until its cancellation was seen, against a task kept by hand: "
        + ClaimWords.time($0)
    }
  }
}

extension Claim {
  /// Claim 4: effects as values.
  static let effectValues = Claim(
    number: 4, text: "Effects as values keep reducers pure.",
    source: "an article on effects in reducers",
    rule:
      "Holds for a design whose reducer returns its effects when the same actions end in the same "
      + "state as in a plain loop, and an effect allocates nothing; depends when it allocates; does "
      + "not hold when the state differs.",
    filter: "^echo/single/1/uniform/[^/]+$", figure: "allocations"
  ) { evidence in
    var finding = ClaimFinding()
    // The designs whose reducers return effects.
    for design in evidence.designs(["command", "effect", "flow", "publisher", "task"]) {
      guard let pair = evidence.overReference(ClaimScenario("echo", design)) else { continue }
      let (verdict, words) = judgeAllocations(pair)
      finding.add(design, verdict, [words], [pair])
      guard design == evidence.subject("effect"), pair.leading != nil else { continue }
      finding.setRatio(
        "\(design): an action with an effect, against a plain loop that does the same work", pair)
      if let instructions = SummaryMetric.named("instructions_per_action"),
        let found = pair[instructions]
      {
        finding.facts.append("\(design): \(ClaimWords.count(found, "instructions an effect"))")
      }
    }
    return finding
  }

  private static func judgeAllocations(_ pair: ScenarioPair) -> (ClaimVerdict, String) {
    if let invalid = pair.invalidWork { return invalid }
    guard let allocations = pair[SummaryMetric.allocations] else {
      return (.notMeasured, "allocations were not counted")
    }
    let holds = allocations.verdict == .same || allocations.candidate < allocations.base
    return (
      holds ? .holds : .depends,
      "the same state; \(ClaimWords.count(allocations, "allocations an effect"))"
    )
  }
}

extension Claim {
  /// Claim 5: async/await instead of publishers and commands.
  static let asyncContainer = Claim(
    number: 5,
    text: "The async/await container replaces the Combine one and the command one.",
    source: "an article on a Redux-like container rebuilt with async/await",
    rule: "Holds for a design when an action with an effect takes no more time and no more "
      + "allocations, and an effect in flight no more memory, than in publisher and than in "
      + "command; does not hold when it takes more of all than both; depends otherwise.",
    filter: "^echo/single/1/uniform/[^/]+$", figure: "designs", needsLoad: true
  ) { evidence in
    var finding = ClaimFinding()
    let designs = evidence.designs(["middleware", "task"])
    for design in designs {
      let echo = ClaimScenario("echo", design)
      let pairs = replaced.compactMap { evidence.pair(base: echo.of($0), candidate: echo) }
      guard pairs.count == replaced.count else { continue }
      let memory = replaced.compactMap { evidence.effects?.comparison(base: $0, candidate: design) }
      let (verdict, words) = judgeContainer(pairs, memory)
      finding.add(design, verdict, [words], pairs)
      if design == evidence.subject("task") {
        finding.setRatio("\(design): an action with an effect, against publisher", pairs[0])
      }
    }
    finding.facts = (replaced + designs).compactMap { design in
      evidence.effects?.median(design).map {
        "\(design): \(TextTable.number($0)) bytes kept for each effect in flight"
      }
    }
    if evidence.effects == nil, !finding.designs.isEmpty {
      finding.exceptions.append(
        "memory for each effect in flight was not measured: --load gives a load that did")
    }
    return finding
  }

  private static let replaced = ["publisher", "command"]

  private static func judgeContainer(
    _ pairs: [ScenarioPair], _ memory: [IndependentComparison]
  ) -> (ClaimVerdict, String) {
    guard !pairs.contains(where: \.verdict.isInvalid) else {
      return (.notMeasured, "a row is not valid")
    }
    var found = pairs.flatMap { pair in
      [pair.leading, pair[SummaryMetric.allocations]].compactMap { $0?.verdict }
    }
    let words = zip(replaced, pairs).map { base, pair in
      let time = pair.leading.map { ClaimWords.time($0) } ?? "not timed"
      let allocations = pair[SummaryMetric.allocations].map {
        ", \(ClaimWords.count($0, "allocations"))"
      }
      return "against \(base) \(time)\(allocations ?? "")"
    }.joined(separator: "; ")
    guard found.count == 2 * pairs.count else { return (.notMeasured, words) }
    found += memory.map(\.verdict)
    if found.allSatisfy({ $0 == .same || $0 == .faster }) { return (.holds, words) }
    return (found.allSatisfy { $0 == .slower } ? .doesNotHold : .depends, words)
  }
}
