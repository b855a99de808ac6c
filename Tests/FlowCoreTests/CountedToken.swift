/// How many tokens are alive.
final class LiveTokens {
  fileprivate(set) var count = 0
}

/// Something that is counted as long as anybody holds it.
final class CountedToken {
  private let live: LiveTokens

  init(_ live: LiveTokens) {
    self.live = live
    live.count += 1
  }

  deinit { live.count -= 1 }
}
