public import Workloads

/// A plain fold of a trial's actions, one action at a time, without its types.
@usableFromInline
package protocol FoldSteps: AnyObject {
  /// The number of slots of the state.
  var slots: Int { get }
  /// Reduces the next action and the answers to its requests.
  func step() -> FoldedAction
  /// Returns the reading of a slot.
  func read(_ reading: Reading, slot: Int) -> UInt64
  /// The last action as JSON.
  var actionText: String { get }
  /// Returns the digests that mistakes with the last action would cause.
  func faults() -> [(fault: FoldFault, digest: UInt64)]
  /// Returns the digests that mistakes with the action before the last one would cause.
  func faultsBefore() -> [(fault: FoldFault, digest: UInt64)]
}

extension FoldSteps {
  /// The digest of the whole state.
  package var digest: UInt64 { combineSlots(slots) { read(.digest, slot: $0) } }
}

/// The effect of an action on the state.
@usableFromInline
package struct FoldedAction {
  /// The number of reductions of the action and of its answers.
  package let reductions: Int
  /// The number of reductions that changed the drawing of each slot.
  package let changes: [Int]
}

/// A mistake of a store with an action.
@usableFromInline
package enum FoldFault: Sendable {
  case lost, doubled, answerDropped, answerDoubled, late, reordered
}
