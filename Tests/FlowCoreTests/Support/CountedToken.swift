/// The number of live tokens.
final class LiveTokens {
  fileprivate(set) var count = 0
}

/// An object that is counted while it is alive.
final class CountedToken {
  private let live: LiveTokens

  init(_ live: LiveTokens) {
    self.live = live
    live.count += 1
  }

  deinit { live.count -= 1 }
}
