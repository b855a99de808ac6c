public import Dispatch

/// The queue of the main actor.
@MainActor
public enum MainQueue {
  /// Waits until all blocks that are on the queue have run.
  @inlinable public static func turn() async {
    await withUnsafeContinuation { resume($0) }
  }

  /// Resumes `turn` when all blocks that are on the queue have run.
  @inlinable public static func resume(_ turn: UnsafeContinuation<Void, Never>) {
    DispatchQueue.main.async { turn.resume() }
  }
}
