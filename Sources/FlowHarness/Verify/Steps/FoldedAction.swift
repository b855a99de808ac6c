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
