/// What one interleaving has come to.
@usableFromInline
struct ExploredRun: Equatable, Sendable {
  /// Of all choices between jobs: another one is another interleaving.
  var fingerprint: UInt64 = 0
  var actions = 0
  var answered = 0
  var cancelled = 0
  /// What was not as it must be in every interleaving.
  var violation: String?
  /// The same with its kind, where it was seen in the events.
  var fault: InterleavingFault?
}
