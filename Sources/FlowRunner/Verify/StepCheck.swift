import FlowHarness
import PlainText
import Platform
import Workloads

/// Sends the actions of one case one at a time, and checks the store and its readers after each.
@MainActor
struct StepCheck {
  private let check: VerifyCase
  private let settings: VerifySettings
  private let subject: TrialSubject
  private let steps: StoreSteps
  private let fold: any FoldSteps
  /// Compares the reductions; `nil` if only their results are known.
  private let reductions: ReductionComparison?
  private let omitsIdleActions: Bool
  private let progress: VerifyProgress?
  private let readers: StepReaders?
  private var notifications: NotificationCheck?
  private var outcome: CaseOutcome
  private var answers = 0
  /// The number of actions that the store has received.
  private var sent = 0
  private var process = ProcessCheck()
  /// The numbers of actions between readings of the slots that an action may have changed, and of
  /// all slots.
  private let readsEvery: (touched: Int, all: Int)

  /// - Parameters:
  ///   - reductions: Compares the reductions with the fold's; `nil` if only results are compared.
  ///   - omitsIdleActions: A Boolean value that indicates whether actions that change nothing are
  ///     omitted, because their loss would not show.
  init(
    _ check: VerifyCase, _ parts: TrialParts, _ notification: NotificationStyle,
    _ settings: VerifySettings, _ progress: VerifyProgress?,
    reductions: ReductionComparison? = nil, omitsIdleActions: Bool = false
  ) {
    guard let steps = parts.subject.steps else {
      preconditionFailure("a catalogue's subject can be sent to an action at a time")
    }
    self.check = check
    self.settings = settings
    self.steps = steps
    self.progress = progress
    self.reductions = reductions
    self.omitsIdleActions = omitsIdleActions
    subject = parts.subject
    fold = parts.fold.steps()
    outcome = CaseOutcome(check)
    readsEvery = (
      // Equal reductions have equal results, unless a store loses the result.
      touched: reductions == nil ? 1 : 7,
      all: Self.strideOfReadings(slots: fold.slots, actions: settings.actions)
    )
    let hasReaders = settings.hasReaders ?? (check.scenario.views != .none)
    readers = hasReaders ? StepReaders(steps.reader, slots: fold.slots, notification) : nil
    // The reductions of a case are logged only after another check of its notifications.
    if reductions == nil {
      notifications = readers.map { NotificationCheck($0, fold, quietNs: settings.quietNs) }
    }
  }

  /// The number of actions at the beginning after which all slots are read.
  private static let firstActions = 200
  /// The maximum number of actions in sequence that are omitted.
  private static let maxOmitted = 1000
  /// The maximum number of readings and of comparisons of notifications in a case.
  private static let maxReadings = 4_000_000

  /// Returns the number of actions between readings of all slots: a prime number, because faults
  /// recur after round numbers.
  private static func strideOfReadings(slots: Int, actions: Int) -> Int {
    let least = slots * actions / maxReadings
    return [97, 997, 9973].first { $0 >= least } ?? 99_991
  }

  /// Sends the actions, and stops if the state no longer allows comparisons.
  mutating func run() async -> CaseOutcome {
    let startNs = MonotonicClock.nowNs()
    while sent < settings.actions {
      guard await step() else { break }
      if let maxNs = settings.maxNs, sent >= settings.leastActions,
        MonotonicClock.nowNs() - startNs > maxNs
      {
        break
      }
    }
    notifications?.finish(into: &outcome)
    progress?.record(action: sent, .resting)
    process.finish(into: &outcome)
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
    let folded = await send()
    let suspensions = CountedSuspensions.count - suspended
    let notified = readers?.take()
    answers += folded.reductions - 1
    if let difference = reductions?.difference() { return await explain(difference) }
    let isQuiet = sent % settings.quietEvery == 0 || sent >= settings.actions
    let readsAll = isQuiet || sent <= Self.firstActions || sent % readsEvery.all == 0
    if readsAll || sent % readsEvery.touched == 0 {
      await steps.collect()
      guard readsAll ? digest == fold.digest : touchedAreEqual(folded) else {
        return await explain()
      }
    }
    checkSuspensions(answers: folded.reductions - 1, suspensions)
    if let notified, !folded.changes.isEmpty {
      await notifications?.check(sent, notified, folded, into: &outcome)
    }
    for slot in 0..<(readsAll ? fold.slots : 0)
    where steps.reader.read(.drawn, slot) != fold.read(.drawn, slot: slot) {
      outcome.add(
        .readingDiffers, sent, "slot \(slot) to show its state", "it shows another one")
    }
    return isQuiet ? await rest() : true
  }

  private func touchedAreEqual(_ folded: FoldedAction) -> Bool {
    folded.touched.allSatisfy {
      steps.reader.read(.digest, $0) == fold.read(.digest, slot: $0)
    }
  }

  /// Checks that the work of each answer has suspended.
  private mutating func checkSuspensions(answers: Int, _ suspensions: Int) {
    guard check.scenario.completion == .suspending, suspensions < answers else { return }
    outcome.add(
      .effectsNotAwaited, sent, "an answer after work that suspends, by answer(_:)",
      "an answer whose work did not suspend", count: answers - suspensions)
  }

  /// Sends the next action and waits until the store has finished it.
  private mutating func send() async -> FoldedAction {
    let countsChanges = notifications != nil && sent * fold.slots < Self.maxReadings
    var folded = nextAction(countsChanges)
    var omitted = 0
    while omitsIdleActions, folded.isIdle, omitted < Self.maxOmitted {
      omitted += 1
      folded = nextAction(countsChanges)
    }
    sent += 1
    progress?.record(action: sent, .sending)
    await steps.send()
    guard let isBusy = steps.isBusy, isBusy() else { return folded }
    progress?.record(action: sent, .settling)
    await steps.settle?()
    return folded
  }

  private func nextAction(_ countsChanges: Bool) -> FoldedAction {
    subject.refill(1)
    return fold.step(countsChanges: countsChanges, findsIdle: omitsIdleActions)
  }

  /// The last action in messages.
  private var actionText: String { subject.listed?.text(of: sent) ?? fold.actionText }

  private var digest: UInt64 { steps.reader.digest(slots: fold.slots) }

  /// Checks that nothing changes during a pause.
  private mutating func rest() async -> Bool {
    progress?.record(action: sent, .resting)
    await process.rest(ns: settings.quietNs, after: sent)
    await steps.collect()
    for (slot, count) in (readers?.take() ?? []).enumerated() where count > 0 {
      outcome.add(
        .notificationWasted, sent, "no notification of slot \(slot) without an action",
        "\(count) of them",
        count: count)
    }
    guard reductions?.difference() != nil || digest != fold.digest else { return true }
    outcome.add(
      .unsettled, sent, "no change once the store is done", "the state changed afterwards")
    return false
  }

  /// Reports reductions that differ from the fold's.
  ///
  /// - Returns: `false`, because later reductions cannot be compared.
  private mutating func explain(_ difference: ReductionDifference) async -> Bool {
    let (action, text) = (sent, actionText)
    let (expected, found) = (difference.expected, difference.found)
    if found < expected, difference.equal == found {
      await QuietTime.pass(ns: settings.quietNs)
      if let late = reductions?.difference(), late.found == expected - found {
        outcome.add(
          .unsettled, action, "\(text) and its answers to be reduced before the store is done",
          "\(CountText.text(late.found, "reduction")) afterwards")
      } else if found > 0 {
        outcome.add(.answerDropped, action, "the answer to \(text)", "it was never reduced")
      } else {
        await explainLost(action, text) { [reductions] in
          guard let next = reductions?.difference(), next.found > next.expected else {
            return .lost
          }
          return next.equal > 0 ? .reordered : .late
        }
      }
    } else if difference.equal < min(expected, found) {
      outcome.add(.stateDiffers, action, "\(text) to be reduced", "another action was")
    } else if found > expected {
      let kind = expected > 1 ? VerifyFault.answerDoubled : .actionDoubled
      outcome.add(
        kind, action, "\(CountText.text(expected, "reduction")) for \(text)", "\(found) of them")
    } else {
      outcome.add(
        .workDiffers, action,
        "the work for \(text) to be done \(CountText.text(difference.expectedWork, "time"))",
        "it was done \(CountText.text(difference.foundWork, "time"))")
    }
    return false
  }

  /// Reports a state that differs from the fold's.
  ///
  /// - Returns: `true` if the states are equal after a pause.
  private mutating func explain() async -> Bool {
    let (action, text) = (sent, actionText)
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
    case .lost:
      await explainLost(action, text) { [steps, fold] in
        await steps.collect()
        let digest = steps.reader.digest(slots: fold.slots)
        return fold.faultsBefore().first { $0.digest == digest }?.fault
      }
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

  /// Reports an action that was lost, or reduced with the next one.
  ///
  /// - Parameter fault: Returns the mistake that the next action shows.
  private mutating func explainLost(
    _ action: Int, _ text: String, _ fault: () async -> FoldFault?
  ) async {
    _ = await send()
    let expected = "\(text) to be reduced"
    switch await fault() {
    case .late:
      outcome.add(.actionLate, action, expected, "it was reduced with the next action")
    case .reordered:
      outcome.add(.actionsReordered, action, expected, "it was reduced after the next action")
    default: outcome.add(.actionLost, action, expected, "it was not")
    }
  }
}
