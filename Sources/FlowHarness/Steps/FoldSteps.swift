public import Workloads

/// A plain fold of a trial's actions, one action at a time, without its types.
@usableFromInline
package protocol FoldSteps: AnyObject {
  /// The number of slots of the state.
  var slots: Int { get }
  /// The digest of the whole state.
  var digest: UInt64 { get }
  /// Reduces the next action and the answers to its requests.
  ///
  /// - Parameters:
  ///   - countsChanges: A Boolean value that indicates whether the changes of each slot's drawing
  ///     are counted.
  ///   - findsIdle: A Boolean value that indicates whether `isIdle` is determined.
  func step(countsChanges: Bool, findsIdle: Bool) -> FoldedAction
  /// Returns the reading of a slot.
  func read(_ reading: Reading, slot: Int) -> UInt64
  /// The last action as JSON.
  var actionText: String { get }
  /// Returns the digests that mistakes with the last action would cause.
  func faults() -> [(fault: FoldFault, digest: UInt64)]
  /// Returns the digests that mistakes with the action before the last one would cause.
  func faultsBefore() -> [(fault: FoldFault, digest: UInt64)]
}

/// The effect of an action on the state.
@usableFromInline
package struct FoldedAction {
  /// The number of reductions of the action and of its answers.
  package let reductions: Int
  /// The number of reductions that changed the drawing of each slot; empty if they were not
  /// counted.
  package let changes: [Int]
  /// The slots that the reductions may have changed; empty if there are too many slots.
  package let touched: [Int]
  /// A Boolean value that indicates whether nothing shows that the action was reduced: the state is
  /// the same, and no work was requested; `false` if it was not determined.
  package let isIdle: Bool
}

/// A mistake of a store with an action.
@usableFromInline
package enum FoldFault: Sendable {
  case lost, doubled, answerDropped, answerDoubled, late, reordered
}
