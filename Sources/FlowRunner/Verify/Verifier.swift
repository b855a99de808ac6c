package import FlowHarness
import FlowResults
import PlainText
import Workloads

/// Verifies stores in this process.
@MainActor
package struct Verifier {
  let catalogue: Catalogue
  var settings = VerifySettings()
  /// The current action, for the report about a process that has crashed or hangs.
  var progress: VerifyProgress?
  /// A directory for features that keep files.
  var workDirectory = ""

  func run(_ check: VerifyCase) async throws -> CaseOutcome {
    switch check.kind {
    case .steps:
      var verifier = self
      let weight = catalogue.workload(check.scenario.workload)?.weight ?? 1
      verifier.settings.limit(to: weight, of: settings)
      var outcome = try await verifier.step(check)
      if catalogue.isUnchecked(check.scenario) {
        outcome.tried = outcome.tried[.state].map { [.process: $0] } ?? [:]
      }
      return outcome
    case .workers:
      guard let design = catalogue.shared[check.scenario.design] else {
        throw PlanError.unsupported(check.scenario.id)
      }
      return await workers(check, design)
    case .effects:
      return try await EffectsCheck(check: check, catalogue: catalogue, settings: settings).run()
    }
  }

  /// Sends one action at a time; if there are no errors, the same actions to a store that logs its
  /// reductions, and in batches.
  private func step(_ check: VerifyCase) async throws -> CaseOutcome {
    guard let notification = catalogue.notification(of: check.scenario) else {
      throw PlanError.unsupported(check.scenario.id)
    }
    // A history reduces actions again by design.
    let isHistory = catalogue.designs.contains {
      $0.id == check.scenario.design && $0.questions == [.history]
    }
    let recorded = isHistory ? [] : catalogue.recordedParts(of: context(check))
    var part = settings
    if recorded.count == 1 { part.limit(to: settings.unloggedShare, of: settings) }
    var stepped = StepCheck(
      check, try catalogue.parts(of: context(check)), notification, part, progress,
      omitsIdleActions: recorded.count != 1)
    var outcome = await stepped.run()
    part.limit(to: max(1, recorded.count), of: settings)
    for one in recorded where !outcome.findings.contains(where: \.isError) {
      var logged = StepCheck(
        check, one.parts, notification, part, progress, reductions: one.comparison)
      outcome.append(await logged.run())
    }
    guard !settings.omitsBatches, !outcome.findings.contains(where: \.isError) else {
      return outcome
    }
    await batch(try catalogue.parts(of: context(check)), into: &outcome)
    return outcome
  }

  /// Sends the actions in two batches of different sizes, by the loops that are measured.
  private func batch(_ parts: TrialParts, into outcome: inout CaseOutcome) async {
    let first = max(1, settings.actions / 3)
    var sent = 0
    for size in [first, max(1, settings.actions - first)] {
      progress?.record(action: sent + 1, .sending)
      parts.subject.refill(size)
      _ = await parts.subject.drive(false, .clocks)
      sent += size
      guard await parts.subject.digest() != parts.expectedDigests([sent])[0] else { continue }
      outcome.add(
        .batchDiffers, sent - size + 1,
        "the fold's state after \(CountText.text(size, "action")) in a batch",
        "another state, although single actions end in the right one")
      break
    }
    progress?.record(action: sent, .resting)
    outcome.tried[.state, default: 0] += sent
  }

  /// Sends from several workers at the same time, and counts the actions that were reduced.
  private func workers(_ check: VerifyCase, _ design: SharedDesign) async -> CaseOutcome {
    let limitNs = UInt64(settings.limitSeconds * 1e9)
    let stores = await WorkerStores(
      check.scenario, workers: settings.workers, seed: check.randomSeed, design: design)
    // Two windows, because a load follows its warm-up on the same stores.
    var hang = await stores.send(each: 1, limitNs: limitNs / 6)
    if hang == nil {
      hang = await stores.send(each: settings.actions + 1, limitNs: limitNs / 6)
    }
    let found = hang == nil ? await stores.verification : nil
    var outcome = CaseOutcome(check)
    let sent = settings.workers * (settings.actions + 1)
    func add(_ kind: VerifyFault, _ count: Int, _ found: String) {
      guard count > 0 else { return }
      outcome.add(
        kind, nil,
        "\(CountText.text(sent, "action")) of \(CountText.text(settings.workers, "worker")), "
          + "each once and in order",
        "\(count) \(found)", count: count)
    }
    let faults = found?.faults ?? SequenceFaults()
    add(.workersLost, faults.lost, "lost")
    add(.workersDoubled, faults.duplicated, "doubled")
    add(.workersReordered, faults.reordered, "reordered")
    if let reason = hang ?? found?.reason, faults.isEmpty {
      outcome.add(
        .workersDiffer, nil,
        "\(CountText.text(settings.workers, "worker")) to end, and the counts of the floor",
        reason)
    }
    outcome.tried[.order] = sent
    return outcome
  }

  private func context(_ check: VerifyCase) -> TrialContext {
    TrialContext(
      scenario: check.scenario, seed: check.randomSeed, workDirectory: workDirectory,
      countsSuspensions: true, trace: check.trace)
  }
}

extension Verifier {
  /// Verifies a design in this process.
  ///
  /// - Returns: A line for each kind of error and, if strict, of note.
  package static func faults(
    of design: String, seeds: Int, strict: Bool, in catalogue: Catalogue
  ) async throws -> [String] {
    let options = try VerifyOptions.parsed(["--design=\(design)", "--seeds=\(seeds)"])
    let plan = try VerifyPlan(options, catalogue: catalogue)
    let scratch = try ScratchDirectory()
    defer { scratch.remove() }
    let verifier = Verifier(
      catalogue: catalogue, settings: plan.settings, workDirectory: scratch.path)
    var findings: [VerifyFinding] = []
    for check in plan.designs.flatMap(\.cases) {
      for finding in try await verifier.run(check).findings { findings.merge(finding) }
    }
    return findings.filter { strict || $0.isError }.map { "\($0.kind.rawValue): \($0.text)" }
  }
}
