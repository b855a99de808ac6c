import Dispatch

/// The queue that the main actor runs on.
@MainActor
enum MainQueue {
  /// Lets everything run that has been put there so far.
  static func turn() async {
    await withUnsafeContinuation { turn in DispatchQueue.main.async { turn.resume() } }
  }
}
