/// What the events of a load show.
@usableFromInline
package struct InterleavingFindings: Sendable {
  /// Findings that no correct store can cause.
  package var faults: [InterleavingFault]
  /// Answers to what a newer action had made superfluous before the service answered.
  package var uncancelled: [InterleavingFault] = []
  /// Answers that the service had given before a newer action made them superfluous.
  package var overtaken: [InterleavingFault] = []
  /// Effects that ended without an answer after a newer action had made them superfluous.
  package var cancelled = 0
}
