import Workloads

@testable import FlowHarness

/// The stores for every feature.
struct BrokenDesign: StoreDesign {
  enum Fault: String, CaseIterable, Sendable {
    /// Sound: a control.
    case none
    case losesAction, doublesAction, swapsActions, reducesLater, showsOldState
    case notifiesLate, neverNotifies, missesNotification, notifiesTwice, notifiesForNothing
    case dropsAnswers, doublesAnswers
    /// Its suspending effects do not suspend.
    case answersAtOnce
    case answersAfterCancellation, cancelsSome, cancelsNothing
  }

  let fault: Fault
  let description = DesignDescription(id: "broken", summary: "a store of the tests")

  func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    builder.makeStore { [fault] in BrokenStore($0, fault) }
  }

  func makeSuspendingStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    fault == .answersAtOnce ? makeStore(with: builder) : nil
  }

  func makeOverlappingStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    builder.makeStore { [fault] in BrokenEffectStore($0, fault) }
  }
}
