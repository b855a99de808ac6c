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

  func plug<S: StoreSocket>(into socket: S) -> S.Plugged? {
    socket.plug { [fault] in BrokenStore($0, fault) }
  }

  func plugSuspending<S: StoreSocket>(into socket: S) -> S.Plugged? {
    fault == .answersAtOnce ? plug(into: socket) : nil
  }

  func plugOverlapping<S: StoreSocket>(into socket: S) -> S.Plugged? {
    socket.plug { [fault] in BrokenEffectStore($0, fault) }
  }
}
