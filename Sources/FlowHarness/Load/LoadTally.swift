import Measurement

/// What a load has come to.
@usableFromInline
struct LoadTally: Codable, Equatable, Sendable {
  /// The times of the actions of each stage, by when they were meant to come.
  var stages: [ActionLatencies]
  /// Actions that were done.
  var completed: Int
  /// Actions that came to a full line and were turned away.
  var dropped: Int
  /// Actions that had come, or were to come, when the load was given up.
  var unserved: Int
  /// When the last action ended, since the start.
  var endedNs: UInt64
}
