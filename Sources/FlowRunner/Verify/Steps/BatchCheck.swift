import FlowHarness
import PlainText
import Workloads

/// Sends the actions of one case in batches, by the loops that are measured.
@MainActor
enum BatchCheck {
  /// Cut unevenly: what a batch ends with must not matter.
  static func run(
    _ check: VerifyCase, _ parts: TrialParts, _ settings: VerifySettings,
    _ progress: VerifyProgress?
  ) async -> CaseOutcome {
    var findings = StepFindings(check)
    let first = max(1, settings.actions / 3)
    var sent = 0
    for size in [first, max(1, settings.actions - first)] {
      progress?.note(action: sent + 1, .sending)
      parts.subject.refill(size)
      _ = await parts.subject.drive(false, .clocks)
      sent += size
      let digest = await parts.subject.digest()
      guard digest != parts.expectedDigests([sent])[0] else { continue }
      findings.add(
        .batchDiffers, sent - size + 1,
        "the fold's state after \(CountText.text(size, "action")) in a batch",
        "another one, though not when they came one at a time")
      break
    }
    progress?.note(action: sent, .resting)
    return CaseOutcome(
      tried: [CaseOutcome.Tried(claim: .state, actions: sent)], findings: findings.all)
  }
}
