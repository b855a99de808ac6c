import Measurement

/// What became of the effects of a load.
struct EffectCounts: Codable, Equatable {
  /// Requests that were made.
  var asked = 0
  /// Requests whose answers were reduced.
  var answered = 0
  /// Requests that the service failed.
  var failed = 0
  /// Requests that were given up because they took too long.
  var timedOut = 0
  /// Requests whose task was cancelled before there was an answer.
  var cancelled = 0
  /// Answers that nobody was waiting for: come twice, or after their cancellation.
  var stray = 0
  /// How many were in flight at once, at most, and on average over time.
  var mostInFlight = 0
  var meanInFlight: Double?
  /// From the cancellation of a task to when its work had gone on and ended.
  var cancellation = LatencyHistogram()
  /// Memory that each effect more in flight took, of the whole process.
  var bytesInFlight: Double?

  /// Requests that have had an end.
  var ended: Int { answered + failed + timedOut + cancelled }
}
