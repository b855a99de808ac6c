public import Dispatch

/// The queue that the main actor runs on.
@MainActor
public enum MainQueue {
  /// Lets everything run that has been put there so far.
  @inlinable public static func turn() async {
    await withUnsafeContinuation { resume($0) }
  }

  /// Resumes `turn` when everything has run that has been put there so far.
  @inlinable public static func resume(_ turn: UnsafeContinuation<Void, Never>) {
    DispatchQueue.main.async { turn.resume() }
  }
}
