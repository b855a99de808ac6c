/// A property of a store that `flowbench verify` tests.
enum VerifyClaim: String, Codable, CaseIterable, Sendable {
  /// After every action the state is the one that the plain fold reaches.
  case state
  /// Nothing changes any more once the store has said that it is done.
  case settled
  /// Readers of a slice are notified of each of its changes before the store says that it is done.
  case notifications
  /// Several workers may send at once: nothing is lost, doubled or reordered.
  case order
  /// Each effect's answer arrives, once.
  case effects
  /// A newer request cancels the older one under the same key.
  case cancellation
  /// The process neither crashes nor hangs, and nothing is printed.
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
  /// An action was never reduced.
  case actionLost = "action-lost"
  /// An action was reduced twice.
  case actionDoubled = "action-doubled"
  /// An action was reduced after the next one.
  case actionsReordered = "actions-reordered"
  /// An action was reduced with the next one.
  case actionLate = "action-late"
  /// The state is another one, for an unknown reason.
  case stateDiffers = "state-differs"
  /// It is so only when actions come without a pause.
  case batchDiffers = "batch-differs"
  /// A slice that is read is not the state's.
  case readingDiffers = "reading-differs"

  /// The state changed after the store said that it was done.
  case unsettled

  /// The reader of a slot was never notified.
  case neverNotified = "never-notified"
  /// A reader was not notified of a change.
  case notificationMissed = "notification-missed"
  /// A reader was notified after the store said that it was done.
  case notificationLate = "notification-late"
  /// A reader was notified more than once of one reduction.
  case notificationRepeated = "notification-repeated"
  /// A reader was notified although its slot shows what it showed.
  case notificationWasted = "notification-wasted"

  /// Actions of several workers never came.
  case workersLost = "workers-lost"
  /// Actions of several workers came again.
  case workersDoubled = "workers-doubled"
  /// Actions of one worker came in another order.
  case workersReordered = "workers-reordered"
  /// Several workers did not end, or not where they should.
  case workersDiffer = "workers-differ"
  /// Actions were lost, doubled or reordered while effects were in flight.
  case orderLost = "order-lost"

  /// An effect's answer was never reduced.
  case answerDropped = "answer-dropped"
  /// An effect's answer was reduced twice.
  case answerDoubled = "answer-doubled"
  /// An answer was reduced whose work suspends, and the work had not suspended.
  case effectsNotAwaited = "effects-not-awaited"
  /// The state is not what actions and answers make of it.
  case effectsDiffer = "effects-differ"

  /// An effect was answered although a newer request had cancelled it.
  case answeredAfterCancellation = "answered-after-cancellation"
  /// An answer that was on its way came after a newer request.
  case answerOvertaken = "answer-overtaken"
  /// No newer request cancels an older one.
  case cancelsNothing = "cancels-nothing"

  /// The process crashed, or could not be understood.
  case failed
  /// The process said nothing for too long.
  case hung
  /// Something was printed to standard output.
  case printed

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
    case .answerDropped, .answerDoubled, .effectsNotAwaited, .effectsDiffer: .effects
    case .answeredAfterCancellation, .answerOvertaken, .cancelsNothing: .cancellation
    case .failed, .hung, .printed: .process
    }
  }

  var severity: VerifyFinding.Severity {
    switch self {
    case .notificationRepeated, .notificationWasted, .answerOvertaken, .cancelsNothing, .printed:
      .note
    default: .error
    }
  }
}
