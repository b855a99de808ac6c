import Dispatch

/// A time in which nobody sends, for whatever a store has deferred.
@MainActor
package enum QuietTime {
  private static let turns = 4

  /// Lets the main actor, the main queue and the global executor turn some times, and so much time
  /// pass.
  package static func pass(ns: UInt64) async {
    for _ in 0..<turns {
      await Task.yield()
      await withCheckedContinuation { turned in
        DispatchQueue.main.async { turned.resume() }
      }
      await Task.detached {}.value
    }
    // Nobody cancels a verification but with its process.
    try? await Task.sleep(nanoseconds: ns)
  }
}
