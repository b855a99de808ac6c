internal import FlowCore

/// An object in an action whose `deinit` sends. It is not part of the action's value, because the
/// model has no such objects.
package struct ActionPayload: Hashable, Sendable, CustomDebugStringConvertible {
  package static let none = ActionPayload(object: nil)

  let object: PayloadObject?

  package var debugDescription: String { ".none" }

  package static func == (left: ActionPayload, right: ActionPayload) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}

// Unchecked: confined to the thread that drives virtual time.
final class PayloadObject: @unchecked Sendable {
  private let probes: PayloadProbes
  var isReduced = false

  init(_ probes: PayloadProbes) { self.probes = probes }

  deinit {
    if !isReduced { probes.dropped += 1 }
    probes.send()
  }
}

/// The actions that payloads send when they are destroyed. They change nothing and must be reduced
/// after the actions that were waiting when they were sent.
// Unchecked, as above.
package final class PayloadProbes: @unchecked Sendable {
  var sending: (ProgramAction) -> Void = { _ in }
  /// Returns the number of waiting actions.
  var waiting: () -> Int = { 0 }
  var report: (String) -> Void = { _ in }
  /// The number of actions that were destroyed before they were reduced.
  fileprivate var dropped = 0
  /// The number of reduced actions, including probes.
  private var reduced = 0
  /// For each probe, the minimum number of actions that must have been reduced or dropped before
  /// it.
  private var bounds: [Int] = []

  private static var mark: Int { .min }

  /// Returns the action with an object of its own.
  func loaded(_ answer: ProgramAction) -> ProgramAction {
    var answer = answer
    answer.payload = ActionPayload(object: PayloadObject(self))
    return answer
  }

  fileprivate func send() {
    bounds.append(reduced + dropped + waiting())
    sending(
      ProgramAction(
        moves: [], operation: .add(bounds.count - 1), effect: nil, token: Self.mark))
  }

  static func isProbe(_ action: ProgramAction) -> Bool { action.token == mark }

  fileprivate func reduce(_ action: ProgramAction) {
    if Self.isProbe(action), case .add(let number) = action.operation,
      reduced + dropped < bounds[number]
    {
      report("an action that a payload sent was reduced before others that had been waiting")
    }
    action.payload.object?.isReduced = true
    reduced += 1
  }
}

/// A reducer that ignores the probes of payloads.
struct ProbingReducer<Base: Reducer<Root, ProgramAction>>: TransparentReducer {
  typealias State = Root
  typealias Action = ProgramAction

  let base: Base
  let probes: PayloadProbes

  func reduce(into state: inout Root, action: ProgramAction) -> Effect<ProgramAction> {
    probes.reduce(action)
    return PayloadProbes.isProbe(action) ? .none : base.reduce(into: &state, action: action)
  }

  func region(of action: ProgramAction) -> StateRegion {
    PayloadProbes.isProbe(action) ? .nothing : base.region(of: action)
  }
}
