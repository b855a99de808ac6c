import Foundation

/// A fast: when it began, when it ended, and how long it shall last.
struct Fast: Equatable {
  var start: Date?
  var end: Date?
  /// In seconds.
  var goal: TimeInterval = 16 * 60 * 60
  var sharingStatus = SharingStatus.notShared
}

/// Whether others know of a fast.
enum SharingStatus: Equatable {
  case notShared
  case uploading
  case shared
}

/// What can happen to a fast.
enum FastAction: Equatable {
  case start
  case started(Date)
  case finish
  case finished(Date)
  case reset
  case share
  case setSharingStatus(SharingStatus)
}
