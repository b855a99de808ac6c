import FlowHarness
import PlainText
import Workloads

/// Has several workers send at once, and counts what has come of what they sent.
@MainActor
enum WorkersCheck {
  static func run(
    _ check: VerifyCase, _ design: SharedDesign, _ settings: VerifySettings
  ) async -> CaseOutcome {
    let limitNs = UInt64(settings.limitSeconds * 1e9)
    let request = ContendRequest(
      scenario: check.scenario, workers: settings.workers, seed: check.randomSeed,
      durationNs: limitNs, warmUpActions: settings.workers, actions: settings.actions,
      graceNs: limitNs / 4, patienceNs: limitNs / 2)
    let outcome = await ContendDriver(request: request, design: design) { _ in }.run()
    var findings = StepFindings(check)
    let sent = settings.workers * (settings.actions + 1)
    func add(_ kind: VerifyFault, _ count: Int, _ found: String) {
      guard count > 0 else { return }
      findings.add(
        kind, nil,
        "\(CountText.text(sent, "action")) of \(CountText.text(settings.workers, "worker")), each once and in order",
        "\(count) \(found)", count: count)
    }
    let faults = outcome.faults ?? SequenceFaults()
    add(.workersLost, faults.lost, "lost")
    add(.workersDoubled, faults.duplicated, "doubled")
    add(.workersReordered, faults.reordered, "reordered")
    if !outcome.isValid, faults.isEmpty {
      findings.add(
        .workersDiffer, nil,
        "\(CountText.text(settings.workers, "worker")) to end, and the floor's counts",
        outcome.reason)
    }
    return CaseOutcome(
      tried: [CaseOutcome.Tried(claim: .order, actions: sent)], findings: findings.all)
  }
}
