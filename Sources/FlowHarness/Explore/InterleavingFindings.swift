/// What the events of a load show.
@usableFromInline
package struct InterleavingFindings: Sendable {
  /// Findings that no correct store can cause.
  package var faults: [InterleavingFault]
  /// Answers to what was certainly cancelled before the service answered: two newer actions under
  /// its key had been reduced.
  package var uncancelled: [InterleavingFault] = []
  /// Other answers to what a newer action had made superfluous: the service may have given them
  /// before the cancellation came.
  package var overtaken: [InterleavingFault] = []
  /// Effects that ended without an answer after a newer action had made them superfluous.
  package var cancelled = 0
}

/// One thing that cannot be.
@usableFromInline
package struct InterleavingFault: Equatable, Sendable {
  /// What it is about.
  package enum Kind: Sendable {
    /// Actions are not reduced in the order of sending.
    case order
    /// An answer comes after a newer action has made it superfluous.
    case superfluous
    /// An effect never ends.
    case dropped
    /// An effect ends more often than it was begun.
    case doubled
    /// The state is not what the reductions make of it.
    case state
  }

  package let kind: Kind
  /// The first action that shows it, from 1, where that is known.
  package let action: UInt64?
  /// The same in words.
  package let text: String
}
