/// A property of a store that `flowbench verify` tests.
enum VerifyClaim: String, Codable, CaseIterable, Sendable {
  /// The state equals that of a plain fold after every action.
  case state
  /// Nothing changes after the store has reported that it is done.
  case settled
  /// The readers of a slice are notified of each change before the store is done.
  case notifications
  /// No action is lost, doubled or reordered if several workers send at the same time.
  case order
  /// The answer of each effect arrives once.
  case effects
  /// A newer request cancels the older one under the same key.
  case cancellation
  /// The process does not crash, hang or print, and uses its resources for actions only.
  case process

  /// The kinds of cases that test the claim.
  var kinds: Set<VerifyCase.Kind> {
    switch self {
    case .state, .settled, .notifications: [.steps]
    case .order: [.workers]
    case .effects: [.steps, .effects]
    case .cancellation: [.effects]
    case .process: Set(VerifyCase.Kind.allCases)
    }
  }
}

/// A fault of a store, or a fact that is worth a note.
enum VerifyFault: String, Codable, CaseIterable, Sendable {
  case actionLost = "action-lost"
  case actionDoubled = "action-doubled"
  case actionsReordered = "actions-reordered"
  /// An action was reduced with the next one.
  case actionLate = "action-late"
  /// The state is wrong for an unknown reason.
  case stateDiffers = "state-differs"
  /// The state is wrong only if actions are sent without pauses.
  case batchDiffers = "batch-differs"
  /// A slice that is read is not the state's.
  case readingDiffers = "reading-differs"

  case unsettled

  /// The reader of a slot was notified of no change at all.
  case neverNotified = "never-notified"
  /// The reader of a slot was not notified of one change.
  case notificationMissed = "notification-missed"
  /// A reader was notified after the store had reported that it was done.
  case notificationLate = "notification-late"
  /// A reader was notified more than once of one reduction.
  case notificationRepeated = "notification-repeated"
  /// A reader was notified although its slot had not changed.
  case notificationWasted = "notification-wasted"

  case workersLost = "workers-lost"
  case workersDoubled = "workers-doubled"
  case workersReordered = "workers-reordered"
  /// Workers did not end, or the final counts are wrong.
  case workersDiffer = "workers-differ"
  /// Actions were lost, doubled or reordered while effects were in flight.
  case orderLost = "order-lost"

  case answerDropped = "answer-dropped"
  case answerDoubled = "answer-doubled"
  /// The reductions are right, but work was done more or less often than requested.
  case workDiffers = "work-differs"
  /// An answer was reduced although its work, which suspends, had not suspended.
  case effectsNotAwaited = "effects-not-awaited"
  /// The state is not the result of the actions and answers.
  case effectsDiffer = "effects-differ"

  case answeredAfterCancellation = "answered-after-cancellation"
  /// An answer that was on its way arrived after a newer request.
  case answerOvertaken = "answer-overtaken"
  /// No newer request cancels an older one.
  case cancelsNothing = "cancels-nothing"

  case failed
  case hung
  case printed
  /// The memory in use grows with each action.
  case memoryKept = "memory-kept"
  case threadsStarted = "threads-started"
  /// The process uses a processor while no action is pending.
  case busyAtRest = "busy-at-rest"
  case directoryChanged = "directory-changed"

  /// The claim that does not hold.
  var claim: VerifyClaim {
    switch self {
    case .actionLost, .actionDoubled, .actionsReordered, .stateDiffers, .batchDiffers,
      .readingDiffers:
      .state
    case .unsettled, .actionLate: .settled
    case .neverNotified, .notificationMissed, .notificationLate, .notificationRepeated,
      .notificationWasted:
      .notifications
    case .workersLost, .workersDoubled, .workersReordered, .workersDiffer, .orderLost: .order
    case .answerDropped, .answerDoubled, .workDiffers, .effectsNotAwaited, .effectsDiffer:
      .effects
    case .answeredAfterCancellation, .answerOvertaken, .cancelsNothing: .cancellation
    case .failed, .hung, .printed, .memoryKept, .threadsStarted, .busyAtRest, .directoryChanged:
      .process
    }
  }

  enum Severity: String, Sendable {
    /// The store does unnecessary work, or lacks an optional ability.
    case note
    /// The claim does not hold.
    case error
  }

  var severity: Severity {
    switch self {
    case .notificationRepeated, .notificationWasted, .answerOvertaken, .cancelsNothing, .printed,
      .memoryKept, .threadsStarted, .busyAtRest, .directoryChanged:
      .note
    default: .error
    }
  }
}
