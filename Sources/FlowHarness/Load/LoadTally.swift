package import Measurement

/// What a load has come to.
@usableFromInline
package struct LoadTally: Codable, Equatable, Sendable {
  /// The times of the actions of each stage, by when they were meant to come.
  package var stages: [ActionLatencies]
  /// Actions that were done.
  package var completed: Int
  /// Actions that came to a full line and were turned away.
  package var dropped: Int
  /// Actions that had come, or were to come, when the load was given up.
  package var abandoned: Int
  /// When the last action ended, since the start.
  package var endedNs: UInt64
}
