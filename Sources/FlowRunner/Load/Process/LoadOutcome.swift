import FlowHarness
import FlowResults
import Measurement

/// The outcome of a load in a child process.
struct LoadOutcome: Codable, Equatable {
  var result: LoadResult
  /// The CPU time of all threads in nanoseconds; `nil` in virtual time.
  var cpuNs: UInt64?
  /// The digest of the state after the warm-up or, with a service, after the load; `nil` if it
  /// differs between processes.
  var digest: UInt64?
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
  /// The part of the second before the end of the load.
  var coveredNs: UInt64
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

/// The evaluation of a load's times.
struct LoadStatistics: Codable, Equatable {
  /// A 95 % interval of a percentile.
  struct Interval: Codable, Equatable {
    /// The name of one of the four times.
    var time: String
    var percent: Double
    var lowNs: Double
    var highNs: Double
    /// The number of independent batches behind it.
    var batches: Int
  }

  /// The times of all actions after the warm-up.
  var times: ActionLatencies
  var quality = LoadQuality()
  /// The reason why percentiles depend on the length of the load; `nil` if the load is steady.
  var unsteadiness: String?
  /// The intervals; empty if the load is not steady.
  var intervals: [Interval] = []

  init(times: ActionLatencies) { self.times = times }

  /// Returns the interval of a percentile; `nil` if it is unknown.
  func interval(_ time: String, _ percent: Double) -> Interval? {
    intervals.first { $0.time == time && $0.percent == percent }
  }
}

/// The percentiles of a load that are properties of the store.
///
/// A percentile is trusted while less than a tenth of it is the generator's own delay at that
/// percentile, and while pauses of the machine delayed less than a tenth of the actions above it.
/// The mean is no criterion: one pause changes the mean delay of a million actions, but only the
/// last percentiles.
struct TrustedPercentile {
  private let times: ActionLatencies
  private let pausedActions: Int

  init(_ statistics: LoadStatistics) {
    times = statistics.times
    pausedActions = statistics.quality.pausedActions ?? 0
  }

  private static let maxShare = 0.1
  private static let percentiles: [Double] = [50, 75, 90, 95, 99, 99.9, 99.99, 99.999, 100]

  /// The warning about a load whose median is not trusted.
  static let warning = "the generator's own delay is a tenth or more of the median response time"

  /// Returns whether a percentile of one of the four times is trusted.
  func isTrusted(_ percent: Double, of time: String) -> Bool {
    guard time != "generator_delay" else { return true }
    // 100 - 99.9 is a little less than 0.1.
    let countAbove = Double(times.response.count) * (100 - percent) / 100 * (1 + 1e-9)
    guard Double(pausedActions) <= Self.maxShare * countAbove else { return false }
    // Service times begin after the generator's delay.
    guard time != "service" else { return true }
    guard let response = times.response.knownPercentileNs(percent),
      let delay = times.generatorDelay.knownPercentileNs(percent)
    else { return false }
    return delay <= Self.maxShare * response
  }

  /// The highest trusted percentile of the response time; 0 if not even the median is trusted,
  /// `nil` if there are too few actions for a median.
  var highest: Double? {
    let known = Self.percentiles.filter { times.response.knownPercentileNs($0) != nil }
    guard !known.isEmpty else { return nil }
    return known.prefix { isTrusted($0, of: "response") }.last ?? LoadQuality.noPercentile
  }
}
