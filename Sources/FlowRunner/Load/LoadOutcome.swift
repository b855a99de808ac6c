import FlowHarness
import Measurement

/// The outcome of a load in a child process.
struct LoadOutcome: Codable, Equatable {
  var result: LoadResult
  /// The CPU time of all threads in nanoseconds; `nil` in virtual time.
  var cpuNs: UInt64?
  /// The digest of the state after the warm-up or, with a service, after the load.
  var digest: UInt64
  /// The counts of effects; `nil` without a service.
  var effects: EffectCounts?
  var isValid = true
  /// A Boolean value that indicates whether the load ended, so that its counts are known.
  var hasResult = true
  /// A Boolean value that indicates whether all threads ran on one core; `nil` unless requested.
  var isPinned: Bool?
  var statistics: LoadStatistics?
  /// The reason why the load is not valid, or its warnings.
  var reason: String?

  /// The reported times: those after the warm-up, if there is one.
  var times: ActionLatencies { statistics?.times ?? result.whole }

  /// Adds a warning; the load stays valid.
  mutating func warn(_ text: String) { reason = reason.map { "\($0); \(text)" } ?? text }

  /// Returns the outcome of a load without results.
  static func void(_ text: String) -> LoadOutcome {
    var outcome = LoadOutcome(
      result: LoadResult(completed: 0, dropped: 0, abandoned: 0, endedNs: 0), digest: 0)
    outcome.hasResult = false
    outcome.void(text)
    return outcome
  }

  /// Marks the load as invalid.
  mutating func void(_ text: String) {
    isValid = false
    reason = text
  }
}

/// One second of a load.
struct TimelineSecond: Codable, Equatable {
  /// The end of the second, in nanoseconds since the start.
  var endNs: UInt64
  /// The number of scheduled arrivals; `nil` if arrivals depend on the store.
  var offered: Int?
  var completed: Int
  var dropped: Int
  /// The number of arrived actions at its end that are neither completed nor dropped.
  var inSystem: Int?
  /// Response times of the actions that ended in it; `nil` with too few actions.
  var p50Ns: UInt64?
  var p99Ns: UInt64?
  var maxNs: UInt64?
  /// The length of all pauses of the machine; `nil` if no core was free to watch for them.
  var pausedNs: UInt64?
  /// The stolen CPU time of all cores; `nil` if the system does not report it.
  var stolenNs: UInt64?
}
