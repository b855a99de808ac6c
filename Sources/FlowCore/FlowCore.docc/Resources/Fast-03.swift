import Foundation

/// A fast: its start, its end and its planned duration.
struct Fast: Equatable {
  var start: Date?
  var end: Date?
  /// The planned duration in seconds.
  var goal: TimeInterval = 16 * 60 * 60
  var sharingStatus = SharingStatus.notShared
}

/// The state of sharing.
enum SharingStatus: Equatable {
  case notShared
  case uploading
  case shared
}

/// The actions of a fast.
enum FastAction: Equatable {
  case start
  case started(Date)
  case finish
  case finished(Date)
  case reset
  case share
  case setSharingStatus(SharingStatus)
}
