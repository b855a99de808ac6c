import Dispatch

/// A time without actions, in which a store can do deferred work.
@MainActor
package enum QuietTime {
  private static let turns = 4

  /// Lets the main actor, the main queue and the global executor run deferred work, then sleeps.
  package static func pass(ns: UInt64) async {
    for _ in 0..<turns {
      await Task.yield()
      await withCheckedContinuation { turned in
        DispatchQueue.main.async { turned.resume() }
      }
      await Task.detached {}.value
    }
    // A verification is only cancelled with its process.
    try? await Task.sleep(nanoseconds: ns)
  }
}
