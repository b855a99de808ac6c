/// The violations that the events of a load show.
@usableFromInline
package struct InterleavingFindings: Sendable {
  /// Violations that no correct store can cause.
  package var faults: [InterleavingFault]
  /// Answers to requests that were certainly cancelled before the service answered, because two
  /// newer actions with their key had been reduced.
  package var uncancelled: [InterleavingFault] = []
  /// Other answers to cancelled requests, which the service may have given before the cancellation.
  package var overtaken: [InterleavingFault] = []
  /// The number of cancelled effects that ended without an answer.
  package var cancelled = 0
}

/// A violation in an interleaving.
@usableFromInline
package struct InterleavingFault: Equatable, Sendable {
  /// The rule that an interleaving violates.
  package enum Kind: Sendable {
    /// Actions are not reduced in the order of sending.
    case order
    /// A request is answered after a newer action has cancelled it.
    case superfluous
    /// An effect never ends.
    case dropped
    /// An effect ends several times.
    case doubled
    /// The final state differs from that of the reductions.
    case state
  }

  package let kind: Kind
  /// The number of the first affected action, from 1, if it is known.
  package let action: UInt64?
  /// The violation in words.
  package let text: String
}
