import FlowResults
import Measurement

extension Claim {
  /// Claim 3: parallel effects, and their cancellation.
  static let effects = Claim(
    number: 3, text: "Side effects run in parallel, and cancellation is automatic.",
    source: "an article on effects as middlewares in a task group",
    rule:
      "Holds for a design if four middlewares that compute take less time on all cores than on "
      + "one, and 10,000 effects in flight end when they are cancelled. Depends if one of these is "
      + "true. Not decided if noise hides the difference.",
    filter: "/middlewares:4/|^linger/|^counter/single/1/uniform/[^/]+$", figure: "designs"
  ) { evidence in
    var finding = ClaimFinding()
    guard let longest = evidence.workloads(of: "crunch-").last, evidence.has("linger") else {
      return finding
    }
    for design in evidence.designs(evidence.measuredDesigns) {
      let parallel = parallelPair(evidence, ClaimScenario(longest, design))
      let cancels = evidence.scenario(ClaimScenario("linger", design))
      if parallel != nil || cancels != nil || evidence.design != nil {
        if parallel == nil { finding.exceptions.append("\(design): has no middlewares") }
        if cancels == nil { finding.exceptions.append("\(design): cannot cancel effects") }
      }
      guard parallel != nil || cancels != nil else { continue }
      let speedup = parallel.flatMap { $0.verdict.isInvalid ? nil : $0.leading?.verdict }
      let isParallel = speedup == .faster
      let isCancelled = cancels.map { $0.fault == nil } ?? false
      finding.add(
        design,
        speedup?.isInconclusive == true
          ? .notDecided
          : isParallel && isCancelled
            ? .holds : isParallel || isCancelled ? .depends : .doesNotHold,
        [
          parallel?.leading.map { "all cores compared with one: \(ClaimWords.time($0))" },
          isCancelled ? "cancels effects in flight" : nil,
        ], [parallel].compactMap { $0 })
      finding.use(cancels)
      guard design == evidence.subject("middleware") else { continue }
      finding.setRatio(
        "\(design): four middlewares that compute, on all cores compared with one", parallel)
      addMiddlewares(design, evidence, to: &finding)
    }
    return finding
  }

  private static func parallelPair(
    _ evidence: ClaimEvidence, _ scenario: ClaimScenario
  ) -> ScenarioPair? {
    let one = scenario.with { $0.middlewares = 4 }
    return evidence.pair(base: one, candidate: one.with { $0.isFree = true }).flatMap { pair in
      (evidence.run.machine(of: pair.base).cpuCount ?? 0) > 1 ? pair : nil
    }
  }

  /// Adds the cost of an action that all middlewares pass on, and the time until all effects have
  /// ended.
  private static func addMiddlewares(
    _ design: String, _ evidence: ClaimEvidence, to finding: inout ClaimFinding
  ) {
    for workload in evidence.workloads(of: "crunch-") {
      finding.add(fact: parallelPair(evidence, ClaimScenario(workload, design))) { found in
        "middlewares that compute for \(TextTable.time(found.base / 4)) each, on all cores: "
          + ClaimWords.time(found)
      }
    }
    let plain = ClaimScenario("counter", design)
    let passed = evidence.pair(base: plain, candidate: plain.with { $0.middlewares = 4 })
    finding.add(fact: passed) { found in
      "an action that four middlewares pass on: \(TextTable.number(found.candidate)) ns instead of "
        + "\(TextTable.number(found.base)); \(ClaimWords.time(found))"
    }
    let lingering = ClaimScenario("linger", design)
    finding.add(fact: evidence.pair(base: lingering.of("bare-task"), candidate: lingering)) {
      "an effect from its start to the end of its cancellation, compared with a plain task: "
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
      "Holds for a design whose reducer returns its effects if the same actions end in the same "
      + "state as in a plain loop, and an effect allocates nothing. Depends if it allocates. Does "
      + "not hold if the state differs.",
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
        "\(design): an action with an effect, compared with a plain loop that does the same work",
        pair)
      if let found = SummaryMetric.named("instructions_per_action").flatMap({ pair[$0] }) {
        finding.facts.append("\(design): \(ClaimWords.count(found, "instructions per effect"))")
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
      "same state; \(ClaimWords.count(allocations, "allocations per effect"))"
    )
  }
}

extension Claim {
  /// Claim 5: async/await instead of publishers and commands.
  static let asyncContainer = Claim(
    number: 5,
    text: "A store with async/await replaces a store with Combine and a store with commands.",
    source: "an article on a Redux-like container rebuilt with async/await",
    rule: "Holds for a design if an action with an effect takes no more time and allocations, and "
      + "an effect in flight no more memory, than in publisher and in command. Does not hold if it "
      + "takes more than both in each of these. Depends if it takes more in some and not in others. "
      + "Not decided if noise hides a difference.",
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
        finding.setRatio("\(design): an action with an effect, compared with publisher", pairs[0])
      }
    }
    finding.facts = (replaced + designs).compactMap { design in
      evidence.effects?.bytes(of: design).map {
        "\(design): \(TextTable.number($0)) bytes for each effect in flight"
      }
    }
    if evidence.effects == nil, !finding.designs.isEmpty {
      finding.exceptions.append(
        "the memory of effects in flight was not measured; --load names a load that measured it")
    }
    return finding
  }

  private static let replaced = ["publisher", "command"]

  private static func judgeContainer(
    _ pairs: [ScenarioPair], _ memory: [IndependentComparison]
  ) -> (ClaimVerdict, String) {
    if pairs.contains(where: \.verdict.isInvalid) { return (.notMeasured, "a row is invalid") }
    let found = pairs.flatMap { pair in
      [pair.leading, pair[SummaryMetric.allocations]].compactMap { $0?.verdict }
    }
    let words = zip(replaced, pairs).map { base, pair in
      let time = pair.leading.map { ClaimWords.time($0) } ?? "not timed"
      let allocations = pair[SummaryMetric.allocations].map {
        ", \(ClaimWords.count($0, "allocations"))"
      }
      return "compared with \(base): \(time)\(allocations ?? "")"
    }.joined(separator: "; ")
    guard found.count == 2 * pairs.count else { return (.notMeasured, words) }
    let all = found + memory.map(\.verdict)
    let decided = all.filter { !$0.isInconclusive }
    let slower = decided.count { $0 == .slower }
    if slower > 0, slower < decided.count { return (.depends, words) }
    guard decided.count == all.count else { return (.notDecided, words) }
    return (slower == 0 ? .holds : .doesNotHold, words)
  }
}
