import FlowHarness
import Workloads

/// Sends the actions of one case one at a time, and checks the store and its readers after each.
@MainActor
struct StepCheck {
  private let check: VerifyCase
  private let settings: VerifySettings
  private let subject: TrialSubject
  private let steps: StoreSteps
  private let fold: any FoldSteps
  private let progress: VerifyProgress?
  private let readers: StepReaders?
  private var notifications: NotificationCheck?
  private var outcome: CaseOutcome
  private var answers = 0
  private var sent = 0

  init(
    _ check: VerifyCase, _ parts: TrialParts, _ notification: NotificationStyle,
    _ settings: VerifySettings, _ progress: VerifyProgress?
  ) {
    guard let steps = parts.subject.steps else {
      preconditionFailure("a catalogue's subject can be sent to an action at a time")
    }
    self.check = check
    self.settings = settings
    self.steps = steps
    self.progress = progress
    subject = parts.subject
    fold = parts.fold.steps()
    outcome = CaseOutcome(check)
    readers = StepReaders(steps.reader, slots: fold.slots, notification)
    notifications = readers.map { NotificationCheck($0, fold, quietNs: settings.quietNs) }
  }

  /// Sends the actions, and stops if the state no longer allows comparisons.
  mutating func run() async -> CaseOutcome {
    for _ in 0..<settings.actions {
      guard await step() else { break }
    }
    notifications?.finish(into: &outcome)
    progress?.record(action: sent, .resting)
    outcome.tried = [.state: sent, .settled: sent]
    if notifications != nil { outcome.tried[.notifications] = sent }
    if answers > 0 { outcome.tried[.effects] = sent }
    return outcome
  }

  /// Sends one action.
  ///
  /// - Returns: A Boolean value that indicates whether further actions can be compared.
  private mutating func step() async -> Bool {
    let suspended = CountedSuspensions.count
    await send()
    let suspensions = CountedSuspensions.count - suspended
    let notified = readers?.take()
    await steps.collect()
    let folded = fold.step()
    answers += folded.reductions - 1
    guard digest == fold.digest else { return await explain() }
    checkSuspensions(answers: folded.reductions - 1, suspensions)
    if let notified { await notifications?.check(sent, notified, folded, into: &outcome) }
    let isQuiet = sent % settings.quietEvery == 0 || sent == settings.actions
    for slot in 0..<fold.slots
    where steps.reader.read(.drawn, slot) != fold.read(.drawn, slot: slot) {
      outcome.add(
        .readingDiffers, sent, "slot \(slot) to show its state", "it shows another one")
    }
    return isQuiet ? await rest() : true
  }

  /// Checks that the work of each answer has suspended.
  private mutating func checkSuspensions(answers: Int, _ suspensions: Int) {
    guard check.scenario.completion == .suspending, suspensions < answers else { return }
    outcome.add(
      .effectsNotAwaited, sent, "an answer after work that suspends, by answer(_:)",
      "an answer whose work did not suspend", count: answers - suspensions)
  }

  /// Sends the next action and waits until the store has finished it.
  private mutating func send() async {
    sent += 1
    subject.refill(1)
    progress?.record(action: sent, .sending)
    await steps.send()
    guard let isBusy = steps.isBusy, isBusy() else { return }
    progress?.record(action: sent, .settling)
    await steps.settle?()
  }

  private var digest: UInt64 { steps.reader.digest(slots: fold.slots) }

  /// Checks that nothing changes during a pause.
  private mutating func rest() async -> Bool {
    progress?.record(action: sent, .resting)
    await QuietTime.pass(ns: settings.quietNs)
    await steps.collect()
    for (slot, count) in (readers?.take() ?? []).enumerated() where count > 0 {
      outcome.add(
        .notificationWasted, sent, "no notification of slot \(slot) without an action",
        "\(count) of them",
        count: count)
    }
    guard digest != fold.digest else { return true }
    outcome.add(
      .unsettled, sent, "no change once the store is done", "the state changed afterwards")
    return false
  }

  /// Reports a state that differs from the fold's.
  ///
  /// - Returns: `true` if the states are equal after a pause.
  private mutating func explain() async -> Bool {
    let (action, text) = (sent, fold.actionText)
    let atOnce = digest
    await QuietTime.pass(ns: settings.quietNs)
    await steps.collect()
    if digest == fold.digest {
      outcome.add(
        .unsettled, action, "\(text) to be reduced before the store is done",
        "it was reduced afterwards")
      // The notifications are late for the same reason.
      _ = readers?.take()
      notifications?.skip()
      return true
    }
    let expected = "the state after \(text)"
    let fault = fold.faults().first { $0.digest == digest }?.fault
    switch fault {
    case .lost: await explainLost(action, text)
    case .doubled: outcome.add(.actionDoubled, action, expected, "it was reduced twice")
    case .answerDropped:
      outcome.add(.answerDropped, action, "the answer to \(text)", "it was never reduced")
    case .answerDoubled:
      outcome.add(.answerDoubled, action, "one answer to \(text)", "it was reduced twice")
    case .late, .reordered, nil:
      let found = atOnce == digest ? "another state" : "one that changes without an action"
      outcome.add(.stateDiffers, action, expected, found)
    }
    return false
  }

  private mutating func explainLost(_ action: Int, _ text: String) async {
    await send()
    await steps.collect()
    _ = fold.step()
    let expected = "\(text) to be reduced"
    switch fold.faultsBefore().first(where: { $0.digest == digest })?.fault {
    case .late:
      outcome.add(.actionLate, action, expected, "it was reduced with the next action")
    case .reordered:
      outcome.add(.actionsReordered, action, expected, "it was reduced after the next action")
    default: outcome.add(.actionLost, action, expected, "it was not")
    }
  }
}
