import FlowHarness

/// Interleavings as the child process is asked for them.
struct ExploreRequest: Codable, Equatable {
  /// The load; its seed is that of the first interleaving.
  var load: LoadRequest
  /// How many interleavings, each with the next seed.
  var runs: Int
}

/// What many interleavings have come to.
struct ExploreOutcome: Codable, Equatable {
  /// How many there were, with the one that failed.
  var runs = 0
  /// How many of them were different.
  var interleavings = 0
  var actions = 0
  var answered = 0
  var cancelled = 0
  /// The seed of the one that failed.
  var failingSeed: UInt64?
  var violation: String?
  /// Whether the failing seed fails again, alike.
  var isRepeatable: Bool?
}
