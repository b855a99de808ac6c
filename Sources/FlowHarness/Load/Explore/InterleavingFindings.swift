/// What the events of a load show.
@usableFromInline
struct InterleavingFindings: Sendable {
  /// What cannot be.
  var faults: [InterleavingFault]
  /// Answers to what a newer action had made superfluous before the service answered.
  var uncancelled: [InterleavingFault] = []
  /// Answers that the service had given before a newer action made them superfluous.
  var overtaken: [InterleavingFault] = []
  /// Effects that ended without an answer after a newer action had made them superfluous.
  var cancelled = 0
}
