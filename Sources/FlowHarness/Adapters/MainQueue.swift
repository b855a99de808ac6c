import Dispatch

/// The queue that the main actor runs on.
@MainActor
enum MainQueue {
  /// Lets everything run that has been put there so far.
  static func turn() async {
    await withUnsafeContinuation { resume($0) }
  }

  /// Resumes `turn` when everything has run that has been put there so far.
  static func resume(_ turn: UnsafeContinuation<Void, Never>) {
    DispatchQueue.main.async { turn.resume() }
  }
}
