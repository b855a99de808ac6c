package import Measurement

/// What became of the effects of a load.
package struct EffectCounts: Codable, Equatable {
  /// Requests that were made.
  package var asked = 0
  /// Requests whose answers were reduced.
  package var answered = 0
  /// Requests that the service failed.
  package var failed = 0
  /// Requests that were given up because they took too long.
  package var timedOut = 0
  /// Requests that were taken back while they waited for a place at the service.
  package var reneged = 0
  /// Requests whose task was cancelled before there was an answer.
  package var cancelled = 0
  /// Answers that nobody was waiting for: come twice, or after their cancellation.
  package var stray = 0
  /// How many were in flight at once, at most, and on average over time.
  package var maxInFlight = 0
  package var meanInFlight: Double?
  /// From the cancellation of a task to when its work had gone on and ended.
  package var cancellation = LatencyHistogram()
  /// How long the service worked on requests, and how long these waited for it.
  package var moments = ServiceMoments()
  /// Memory that each effect more in flight took, of the whole process.
  package var bytesInFlight: Double?

  /// Requests that have had an end.
  package var ended: Int { answered + failed + timedOut + reneged + cancelled }
}
