import FlowHarness
import Measurement

/// A part of a load that is long enough for the p99 of its responses to be known.
struct ResponseWindow: Equatable {
  /// When it began, in nanoseconds since the start of the load.
  var startNs: UInt64
  /// When it ended, in nanoseconds since the start of the load.
  var endNs: UInt64
  /// The 99th percentile of the responses of actions that ended in it.
  var p99Ns: Double

  /// Of fewer actions nobody knows a 99th percentile.
  static let minActions = 100

  /// Batches that follow one another, joined until each has enough actions and is long enough. What is
  /// left at the end is too little, and left out.
  ///
  /// - Parameters:
  ///   - fromNs: When the first one begins.
  ///   - minNs: How long each is at least; a hundredth less is enough.
  static func joined(
    _ batches: some Sequence<LoadBatch>, fromNs: UInt64, minNs: UInt64
  ) -> [ResponseWindow] {
    var windows: [ResponseWindow] = []
    var startNs = fromNs
    var response = LatencyHistogram()
    for batch in batches {
      response.add(batch.times.response)
      guard response.count >= minActions, batch.endNs >= startNs,
        batch.endNs - startNs >= minNs - minNs / 100,
        let p99Ns = response.knownPercentileNs(99)
      else { continue }
      windows.append(ResponseWindow(startNs: startNs, endNs: batch.endNs, p99Ns: p99Ns))
      startNs = batch.endNs
      response = LatencyHistogram()
    }
    return windows
  }
}
