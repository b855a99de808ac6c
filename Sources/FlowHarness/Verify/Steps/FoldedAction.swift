/// What came of an action.
@usableFromInline
struct FoldedAction {
  /// The action's and its answers'.
  let reductions: Int
  /// How many of the reductions changed what each slot shows.
  let changes: [Int]
}

/// What a store may have done to an action.
@usableFromInline
enum FoldMishap: Sendable {
  case lost, doubled, answerDropped, answerDoubled, late, reordered
}
