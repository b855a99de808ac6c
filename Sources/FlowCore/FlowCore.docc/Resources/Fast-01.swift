import Foundation

/// A fast: its start, its end and its planned duration.
struct Fast: Equatable {
  var start: Date?
  var end: Date?
  /// The planned duration in seconds.
  var goal: TimeInterval = 16 * 60 * 60
}
