/// What one interleaving has come to.
@usableFromInline
package struct ExploredRun: Equatable, Sendable {
  /// Of all choices between jobs: another one is another interleaving.
  package var fingerprint: UInt64 = 0
  package var actions = 0
  package var answered = 0
  package var cancelled = 0
  /// What was not as it must be in every interleaving.
  package var violation: String?
  /// The same with its kind, where it was seen in the events.
  package var fault: InterleavingFault?
}
