public import Workloads

/// The plain fold of a trial's actions, an action at a time, with its types erased.
@usableFromInline
package protocol FoldSteps: AnyObject {
  /// How many slots the state has.
  var slots: Int { get }
  /// Reduces the next action, and the answers to what it asks for.
  func step() -> FoldedAction
  /// Reads a slot.
  func read(_ reading: Reading, slot: Int) -> UInt64
  /// The last action, as JSON.
  var actionText: String { get }
  /// The digests after the last action had something gone wrong with it.
  func mishaps() -> [(mishap: FoldMishap, digest: UInt64)]
  /// The digests after the last action had something gone wrong with the one before it.
  func mishapsBefore() -> [(mishap: FoldMishap, digest: UInt64)]
}

extension FoldSteps {
  /// The digest of the whole state.
  package var digest: UInt64 { combineSlots(slots) { read(.digest, slot: $0) } }
}

/// What came of an action.
@usableFromInline
package struct FoldedAction {
  /// The action's and its answers'.
  package let reductions: Int
  /// How many of the reductions changed what each slot shows.
  package let changes: [Int]
}

/// What a store may have done to an action.
@usableFromInline
package enum FoldMishap: Sendable {
  case lost, doubled, answerDropped, answerDoubled, late, reordered
}
