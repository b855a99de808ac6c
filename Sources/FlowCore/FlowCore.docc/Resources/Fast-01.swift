import Foundation

/// A fast: when it began, when it ended, and how long it shall last.
struct Fast: Equatable {
  var start: Date?
  var end: Date?
  /// In seconds.
  var goal: TimeInterval = 16 * 60 * 60
}
